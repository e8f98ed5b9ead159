import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'

const statuses = ['opening', 'active', 'ending', 'ended', 'report', 'closing', 'closed', 'failed'] as const

/** The ID is one of the fields, so that rows with the same time keep the order of the index. */
export const emergencyList: ListDefinition = {
  from: sql`emergency_accesses e join accounts a on a.id = e.account_id join emergency_profiles f on f.id = e.profile_id`,
  id: sql`e.id`,
  name: sql`lower(e.reference)`,
  searchText: sql`lower(concat_ws(' ', e.reference, e.reason, e.role_name, e.incident_number, a.name, f.name,
    (select p.display_name from people p where p.id = e.person_id)))`,
  exactIdColumns: [sql`e.id`, sql`e.account_id`, sql`e.person_id`, sql`e.profile_id`],
  defaultSort: '-createdAt,id',
  fields: {
    id: { label: 'ID', type: 'id', column: sql`e.id` },
    reference: { label: 'Reference', type: 'text', column: sql`e.reference` },
    status: { label: 'Status', type: 'enum', column: sql`e.status`, values: statuses, sort: false },
    account: { label: 'Account', type: 'id', column: sql`e.account_id`, sort: false },
    profile: { label: 'Profile', type: 'id', column: sql`e.profile_id`, sort: false },
    person: { label: 'Person', type: 'id', column: sql`e.person_id`, sort: false },
    role: { label: 'Role', type: 'text', column: sql`e.role_name`, sort: false },
    incident: { label: 'Incident', type: 'text', column: sql`e.incident_number`, sort: false },
    minutes: { label: 'Minutes', type: 'number', column: sql`e.minutes`, sort: false },
    createdAt: { label: 'Requested', type: 'date', column: sql`e.created_at` },
  },
}
