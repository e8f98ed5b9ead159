import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { describeScore, type HealthScore } from '../../accounts/health/score.ts'

export async function loadReach(
  db: Db,
  { accountId, sandboxId }: { accountId: string | null; sandboxId: string | null },
): Promise<{ label: string; value: string }[]> {
  if (accountId) {
    const { rows } = await sql<{ people: number; apps: number; stores: number; alerts: number; health: HealthScore | null }>`
      select (select count(distinct m.person_id) from access_groups g join group_assignments m on m.group_id = g.id and m.status in ('scheduled', 'granting', 'active')
          where g.account_id = a.id) as people,
        (select count(distinct d.app) from deployments d where d.account_id = a.id and d.action = 'deploy' and d.status = 'succeeded') as apps,
        cardinality(a.store_numbers) as stores,
        (select count(*) from alert_groups g where g.account_id = a.id and g.state <> 'resolved') as alerts,
        (select json_build_object('score', h.score, 'known', h.known) from account_health h where h.account_id = a.id) as health
      from accounts a where a.id = ${accountId}`.execute(db)
    const row = rows[0]
    if (!row) return []
    return [
      { label: 'People with access', value: String(row.people) },
      { label: 'Deployed apps', value: String(row.apps) },
      ...(row.stores > 0 ? [{ label: 'Stores', value: String(row.stores) }] : []),
      ...(Number(row.alerts) > 0 ? [{ label: 'Open alerts', value: String(row.alerts) }] : []),
      ...(row.health === null ? [] : [{ label: 'Account health', value: describeScore(row.health) }]),
    ]
  }
  if (sandboxId) {
    const { rows } = await sql<{ people: number }>`
      select count(distinct m.person_id) as people from access_groups g join group_assignments m on m.group_id = g.id and m.status in ('scheduled', 'granting', 'active')
      where g.sandbox_id = ${sandboxId}`.execute(db)
    return [{ label: 'People with access', value: String(rows[0]?.people ?? 0) }]
  }
  return []
}
