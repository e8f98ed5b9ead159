import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ListDefinition, PageRowReader } from '../../../http/list.ts'
import { openRunOf, runStatusOf } from '../../../runs/queries.ts'
import { graceEndOf, reversalOf } from '../../accounts/updates/reversal.ts'
import { type MyRequest, type MyRequestRow, requestKinds, requestStatuses } from './schemas.ts'

/**
 * All requests of a person. Each kind is found by its own index of requesters. After its approval, an activation has one of Azure's
 * statuses, which count as approved.
 */
const requestsOf = (personId: string): RawBuilder<unknown> => sql`(
  select q.kind, q.id, q.variant, q.reference, q.name, case
      when q.kind <> 'pimActivation' or q.status in ('pending_approval', 'expired', 'cancelled') then q.status
      when q.status = 'denied' then 'rejected' else 'approved' end as status,
    case q.kind when 'pimActivation' then q.status
      when 'sandboxRequest' then (select s.status from sandboxes s where s.id = q.sandbox_id) end as subject_status,
    q.account_id, q.sandbox_id, q.created_at, q.updated_at
  from approval_requests q where q.requester_id = ${personId} and q.kind <> 'policyChange' and q.status <> 'draft') r`

export const myRequestList = (personId: string): ListDefinition => ({
  from: requestsOf(personId),
  // A person has few requests of each kind, so they are read once, and counted and sorted afterwards.
  expensive: true,
  id: sql`r.id`,
  name: sql`lower(r.name)`,
  searchText: sql`lower(r.name || ' ' || coalesce(r.reference, ''))`,
  exactIdColumns: [sql`r.id`],
  defaultSort: '-createdAt',
  fields: {
    kind: { label: 'Kind', type: 'enum', column: sql`r.kind`, values: requestKinds },
    status: { label: 'Status', type: 'enum', column: sql`r.status`, values: requestStatuses },
    name: { label: 'Name', type: 'text', column: sql`lower(r.name)`, lowercased: true },
    reference: { label: 'Reference', type: 'text', column: sql`r.reference` },
    createdAt: { label: 'Requested', type: 'date', column: sql`r.created_at` },
    updatedAt: { label: 'Updated', type: 'date', column: sql`r.updated_at` },
  },
})

export const readMyRequests =
  (personId: string): PageRowReader<MyRequest> =>
  async (db: Db, statement) => {
    const { rows } = await sql<MyRequestRow & { total: number | null; at: number | null }>`
      with found as materialized (${statement})
      select found.total, page.* from found left join lateral (
        select r.*, w.waiting_for, w.waiting_since, ${runStatusOf(sql`r.kind`, sql`r.id`)} as run_status,
          case r.kind when 'accountRequest' then ${openRunOf('setBudget', sql`r.account_id`, 'status')} end as budget_run_status,
          case r.variant when 'decommission' then ${reversalOf(sql`r.id`)} end as reversal,
          case r.variant when 'decommission' then ${graceEndOf(sql`r.id`)} end as grace_ends_at,
          array_position(found.ids, r.id) as at
        from ${requestsOf(personId)} left join lateral (
          select s.name as waiting_for, s.opened_at as waiting_since
          from approvals a join approval_stages s on s.approval_id = a.id and s.status = 'open'
          where a.subject_kind = r.kind and a.subject_id = r.id and a.status = 'pending') w on true
        where r.id = any (found.ids)) page on true
      order by page.at`.execute(db)
    return { items: rows.filter(({ at }) => at !== null).map(presentMyRequest), total: rows[0]!.total }
  }

function presentMyRequest(row: MyRequestRow): MyRequest {
  return {
    id: row.id,
    kind: row.kind,
    variant: row.variant,
    reference: row.reference,
    name: row.name,
    status: row.status,
    waitingFor: row.waiting_for,
    waitingSince: row.waiting_since?.toISOString() ?? null,
    runStatus: row.run_status,
    budgetRunStatus: row.budget_run_status,
    subjectStatus: row.subject_status,
    reversal: row.reversal,
    graceEndsAt: row.grace_ends_at?.toISOString() ?? null,
    accountId: row.account_id,
    sandboxId: row.sandbox_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
