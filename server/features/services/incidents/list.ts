import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { Incident } from './schemas.ts'

export const incidentList: ListDefinition = {
  from: sql`incidents i`,
  id: sql`i.id`,
  name: sql`lower(i.title)`,
  searchText: sql`lower(concat_ws(' ', i.title, i.description, i.number, i.item_name, i.group_name,
    (select p.display_name from people p where p.id = i.raised_by)))`,
  exactIdColumns: [sql`i.id`, sql`i.raised_by`],
  defaultSort: '-createdAt',
  fields: {
    title: { label: 'Title', type: 'text', column: sql`lower(i.title)`, lowercased: true },
    status: { label: 'Status', type: 'enum', column: sql`i.status`, values: Incident.properties.status.enum },
    number: { label: 'Number', type: 'text', column: sql`lower(i.number)`, lowercased: true, nullsLast: true },
    impact: { label: 'Impact', type: 'number', column: sql`i.impact` },
    urgency: { label: 'Urgency', type: 'number', column: sql`i.urgency` },
    priority: { label: 'Priority', type: 'number', column: sql`i.priority`, nullsLast: true },
    raisedBy: { label: 'Raised by', type: 'id', column: sql`i.raised_by`, sort: false },
    createdAt: { label: 'Raised', type: 'date', column: sql`i.created_at` },
    openedAt: { label: 'Opened', type: 'date', column: sql`i.opened_at`, nullsLast: true },
  },
}
