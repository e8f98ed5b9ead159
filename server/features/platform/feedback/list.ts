import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { categories, feedbackStatuses } from './schemas.ts'

export const feedbackList: ListDefinition = {
  from: sql`feedback f`,
  id: sql`f.id`,
  searchText: sql`f.search_text`,
  exactIdColumns: [sql`f.id`, sql`f.person_id`],
  defaultSort: '-createdAt',
  fields: {
    status: { label: 'Status', type: 'enum', column: sql`f.status`, values: feedbackStatuses, sort: false },
    category: { label: 'Kind', type: 'enum', column: sql`f.category`, values: categories, sort: false },
    rating: { label: 'Rating', type: 'number', column: sql`f.rating` },
    person: { label: 'Person', type: 'id', column: sql`f.person_id`, sort: false },
    page: { label: 'Screen', type: 'text', column: sql`f.page`, sort: false },
    createdAt: { label: 'Sent', type: 'date', column: sql`f.created_at` },
    updatedAt: { label: 'Updated', type: 'date', column: sql`f.updated_at` },
  },
}
