import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ListDefinition, ReadFound } from '../../../http/list.ts'
import { workStatusOf } from '../../../runs/queries.ts'
import { type MyRequest, type MyRequestRow, requestKinds, requestStatuses } from './schemas.ts'

/** An activation has the statuses of Azure after its approval, which count as approved. */
const statusOfActivation = sql`case when t.status in ('pending_approval', 'expired', 'cancelled') then t.status
  when t.status = 'denied' then 'rejected' else 'approved' end`

/** All requests of a person. Each kind is found by its own index of requesters. */
const requestsOf = (personId: string): RawBuilder<unknown> => sql`(
  select 'accountRequest'::text as kind, q.id, null::text as variant, q.reference, q.name, q.status, null::text as subject_status,
    q.account_id, null::uuid as sandbox_id, q.created_at, q.updated_at
  from account_requests q where q.requester_id = ${personId} and q.status <> 'draft'
  union all
  select 'accountUpdate', u.id, u.kind, u.reference, a.name, u.status, null, u.account_id, null, u.created_at, u.updated_at
  from account_updates u join accounts a on a.id = u.account_id where u.requester_id = ${personId}
  union all
  select case when q.account_id is null then 'sandboxAccessRequest' else 'accessRequest' end, q.id,
    case when q.extends_assignment_id is null then 'new' else 'extension' end, q.reference, g.name, q.status, null, q.account_id, q.sandbox_id,
    q.created_at, q.updated_at
  from access_requests q join access_groups g on g.id = q.group_id where q.requester_id = ${personId}
  union all
  select 'sandboxRequest', q.id, q.kind, q.reference, q.name, q.status, s.status, null, q.sandbox_id, q.created_at, q.updated_at
  from sandbox_requests q left join sandboxes s on s.id = q.sandbox_id where q.requester_id = ${personId}
  union all
  select 'pimActivation', t.id, null, null, t.role_name || ' in ' || a.name, ${statusOfActivation}, t.status, t.account_id, null,
    t.created_at, t.updated_at
  from pim_activations t join accounts a on a.id = t.account_id where t.person_id = ${personId}) r`

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

/** Reads the rows of a page in the statement that finds them. */
export const readMyRequests =
  (personId: string): ReadFound<MyRequest> =>
  async (db: Db, statement) => {
    const { rows } = await sql<MyRequestRow & { total: number | null; at: number | null }>`
      with found as materialized (${statement})
      select found.total, page.* from found left join lateral (
        select r.*, w.waiting_for, w.waiting_since, ${workStatusOf(sql`r.kind`, sql`r.id`)} as work_status,
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
    workStatus: row.work_status,
    subjectStatus: row.subject_status,
    accountId: row.account_id,
    sandboxId: row.sandbox_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
