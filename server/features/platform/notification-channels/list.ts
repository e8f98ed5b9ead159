import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { deliveryStatuses } from './schemas.ts'

export const deliveryList: ListDefinition = {
  from: sql`deliveries d`,
  id: sql`d.id`,
  searchText: sql`d.search_text`,
  exactIdColumns: [sql`d.id`, sql`d.person_id`, sql`d.subject_id`],
  defaultSort: '-createdAt',
  fields: {
    status: { label: 'Status', type: 'enum', column: sql`d.status`, values: deliveryStatuses, sort: false },
    channel: { label: 'Channel', type: 'id', column: sql`d.channel_id`, sort: false },
    kind: { label: 'Kind', type: 'text', column: sql`d.kind`, sort: false },
    person: { label: 'To', type: 'id', column: sql`d.person_id`, sort: false },
    createdAt: { label: 'Created', type: 'date', column: sql`d.created_at` },
  },
}
