import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'

/** Events are identified by their number, because it also orders events with the same time. */
export const sandboxEventList: ListDefinition = {
  from: sql`sandbox_events e`,
  id: sql`e.number`,
  name: sql`lower(e.text)`,
  searchText: sql`lower(concat_ws(' ', e.text, e.kind, (select p.display_name from people p where p.id = e.person_id)))`,
  defaultSort: '-at',
  fields: {
    at: { label: 'Time', type: 'date', column: sql`e.at` },
    kind: { label: 'Kind', type: 'text', column: sql`e.kind` },
    text: { label: 'Action', type: 'text', column: sql`lower(e.text)`, lowercased: true },
    person: { label: 'Actor', type: 'id', column: sql`e.person_id`, sort: false },
  },
}
