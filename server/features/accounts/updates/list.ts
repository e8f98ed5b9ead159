import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'

const statuses = ['pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled'] as const

/** Every call adds the account as a condition, so each query selects few rows. */
export const updateList: ListDefinition = {
  from: sql`account_updates u`,
  id: sql`u.id`,
  name: sql`lower(u.reference)`,
  searchText: sql`lower(concat_ws(' ', u.reference, u.kind, u.reason, (select p.display_name from people p where p.id = u.requester_id)))`,
  exactIdColumns: [sql`u.id`, sql`u.requester_id`],
  defaultSort: '-createdAt',
  fields: {
    reference: { label: 'Reference', type: 'text', column: sql`u.reference` },
    kind: { label: 'Kind', type: 'enum', column: sql`u.kind`, values: ['catalogue', 'details', 'decommission'] },
    status: { label: 'Status', type: 'enum', column: sql`u.status`, values: statuses },
    requester: { label: 'Requester', type: 'id', column: sql`u.requester_id`, sort: false },
    createdAt: { label: 'Requested', type: 'date', column: sql`u.created_at` },
    submittedAt: { label: 'Submitted', type: 'date', column: sql`u.submitted_at` },
    updatedAt: { label: 'Updated', type: 'date', column: sql`u.updated_at` },
  },
}
