import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import { minMedianBudgets, userAccountsOf } from '../../../approvals/medianBudget.ts'
import type { Db } from '../../../db/database.ts'
import { displayStatus } from '../sandboxes/states.ts'
import { sandboxRequestKind } from './submit.ts'

type SandboxEvidence = NonNullable<Evidence['sandbox']>

const percentOf = ({ spent, budget_limit }: { spent: number; budget_limit: number }) => Math.floor((spent * 100) / budget_limit)

export async function liveOf(db: Db, personId: string, now: Date): Promise<SandboxEvidence['live']> {
  const rows = await db
    .selectFrom('sandboxes')
    .select(['id', 'name', 'status', 'lease_end', 'spent', 'budget_limit'])
    .where('requester_id', '=', personId)
    .where('status', '<>', 'deleted')
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: displayStatus(row, now),
    percent: percentOf(row),
    endsAt: row.lease_end?.toISOString() ?? null,
  }))
}

export async function earlierOf(db: Db, personId: string): Promise<SandboxEvidence['earlier']> {
  const rows = await db
    .selectFrom('sandboxes')
    .select(['id', 'name', 'spent', 'budget_limit', 'deleted_at'])
    .select([
      sql<boolean>`(spent >= budget_limit
        or exists (select from sandbox_events e where e.sandbox_id = sandboxes.id and e.key like 'frozen:budget:%'))`.as('overran'),
      sql<boolean>`coalesce(delete_requested_at < lease_end, false)`.as('ended_early'),
    ])
    .where('requester_id', '=', personId)
    .where('status', '=', 'deleted')
    .where('lease_start', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    percent: percentOf(row),
    overran: row.overran,
    endedEarly: row.ended_early,
    endedAt: row.deleted_at!.toISOString(),
  }))
}

export async function findSimilarDecisions(
  db: Db,
  request: { id: string; kind: string; template_id: string; tower_id: string },
): Promise<Evidence['similar']> {
  const { rows } = await sql<{ id: string; reference: string; name: string; outcome: string; requester: string; at: Date; waited: number }>`
    with recent as (
      select r.id, r.reference, r.name, r.tower_id, r.requester_id from sandbox_requests r
      where r.template_id = ${request.template_id} and r.kind = ${request.kind} and r.id <> ${request.id} order by r.created_at desc limit 200
    )
    select r.id, r.reference, r.name, a.status as outcome, p.display_name as requester, a.closed_at as at,
      extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
    from recent r
    join approvals a on a.subject_kind = ${sandboxRequestKind} and a.subject_id = r.id and a.closed_at is not null and a.status <> 'cancelled'
    join people p on p.id = r.requester_id
    order by (r.tower_id = ${request.tower_id}) desc, a.closed_at desc limit 5`.execute(db)
  return rows.map(({ at, waited, ...rest }) => ({ ...rest, at: at.toISOString(), waitedHours: waited }))
}

export async function medianBudget(db: Db, templateId: string, requesterId: string): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    select case when count(*) >= ${minMedianBudgets} then percentile_cont(0.5) within group (order by budget_limit) end as median
    from (select s.budget_limit from sandboxes s
      cross join (select ${userAccountsOf(requesterId)} as ids) requester
      where s.template_id = ${templateId} and s.requester_id <> all (requester.ids)
        and not exists (select from sandbox_owners o where o.sandbox_id = s.id and o.person_id = any (requester.ids))
        and not exists (select from sandbox_requests r where r.sandbox_id = s.id and r.requester_id = any (requester.ids))
      order by s.created_at desc limit 200) lately`.execute(db)
  return rows[0]?.median ?? null
}
