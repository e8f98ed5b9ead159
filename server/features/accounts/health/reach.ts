import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import { describeScore, type HealthScore } from './score.ts'

export async function loadAccountReach(db: Db, accountId: string): Promise<Pick<Evidence, 'reach'>> {
  const { rows } = await sql<{ people: number; apps: number; stores: number; alerts: number; health: HealthScore | null }>`
    select (select count(distinct m.person_id) from access_groups g join group_assignments m on m.group_id = g.id and m.status in ('scheduled', 'granting', 'active')
        where g.account_id = a.id) as people,
      (select count(distinct d.app) from deployments d where d.account_id = a.id and d.action = 'deploy' and d.status = 'succeeded') as apps,
      cardinality(a.store_numbers) as stores,
      (select count(*) from alert_groups g where g.account_id = a.id and g.state <> 'resolved') as alerts,
      (select json_build_object('score', h.score, 'known', h.known) from account_health h where h.account_id = a.id) as health
    from accounts a where a.id = ${accountId}`.execute(db)
  const { people, apps, stores, alerts, health } = rows[0]!
  return {
    reach: [
      { label: 'Members of access groups', value: String(people) },
      { label: 'Deployed apps', value: String(apps) },
      ...(stores > 0 ? [{ label: 'Stores', value: String(stores) }] : []),
      ...(Number(alerts) > 0 ? [{ label: 'Open alerts', value: String(alerts) }] : []),
      ...(health === null ? [] : [{ label: 'Account health', value: describeScore(health) }]),
    ],
  }
}
