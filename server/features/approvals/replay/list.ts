import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { changeKind } from './queries.ts'
import { replayChanges } from './schemas.ts'

/** The view is read in a scalar subquery, because in a join PostgreSQL would read its tables completely for each row. */
export const replayChangeList: ListDefinition = {
  from: sql`policy_replay_changes c`,
  id: sql`c.approval_id`,
  searchText: sql`(select lower(concat_ws(' ', a.facts#>>'{target,name}', p.display_name, p.email,
      (select concat_ws(' ', r.reference, r.name) from approval_requests r where r.kind = a.subject_kind and r.id = a.subject_id)))
    from approvals a join people p on p.id = a.requester_id
    where a.id = c.approval_id)`,
  exactIdColumns: [sql`c.approval_id`],
  defaultSort: '-severity,-requestedAt',
  fields: {
    change: { label: 'Change', type: 'enum', column: changeKind, values: replayChanges, sort: false },
    severity: { label: 'Check first', type: 'number', column: sql`c.severity` },
    requestedAt: { label: 'Requested', type: 'date', column: sql`c.requested_at` },
  },
}
