import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { loadConnectors } from '../cockpit/loadConnectors.ts'
import { createCheck } from './check.ts'
import type { DoctorCheck } from './schemas.ts'

interface DenialContext {
  clients: Pick<Clients, 'watch'>
  db: Db
  now: () => Date
}
interface Denial {
  name: string
  denied: number
  total: number
}

const subscriptionPattern = '/subscriptions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

/** Azure lists no permissions of a subscription, so the last calls and the errors of stuck runs show where it denies them. */
export async function addSubscriptionDenials({ clients, db, now }: DenialContext, checks: DoctorCheck[]): Promise<DoctorCheck[]> {
  const { connectors } = await loadConnectors(db, now(), clients.watch.snapshot(now().getTime()))
  const denials = await countDenials(db, connectors.find(({ service }) => service === 'Azure')?.missing ?? [])
  return checks.map((check) => {
    const denial = check.category === 'Azure' && check.status === 'ok' ? denials.get(check.title) : undefined
    if (!denial) return check
    const { denied, total } = denial
    const detail = `Azure denied it in ${denied} of ${total} subscriptions. Stuck work and Connectors show where.`
    return createCheck({ ...check, status: 'warning', detail })
  })
}

async function countDenials(db: Db, lastCalls: readonly { name: string; scope: string }[]): Promise<Map<string, Denial>> {
  const { rows } = await sql<Denial>`
    with denied as (
      select name, substring(lower(message) from ${subscriptionPattern}::text)::uuid as id from (
        select substr(cause_code, length('missingPermission ') + 1) as name, cause_text as message
        from work_runs where stuck_since is not null and cause_service = 'Azure' and cause_code like 'missingPermission %'
        union all
        select name, scope from jsonb_to_recordset(${JSON.stringify(lastCalls)}::jsonb) as x (name text, scope text)) found
    ), known as (
      select subscription_id as id from accounts where subscription_id is not null and status not in ('decommissioned', 'deleted')
      union select subscription_id from sandbox_hosts where status <> 'closed'
      union select id from denied where id is not null
    )
    select name, count(distinct id)::int as denied, (select count(*) from known)::int as total from denied where id is not null group by name`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.name, row]))
}
