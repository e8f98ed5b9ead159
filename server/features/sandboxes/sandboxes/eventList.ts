import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'

/** The event number is the id, because it orders events of the same moment. */
export const sandboxEventList: ListDefinition = {
  from: sql`sandbox_events e`,
  id: sql`e.number`,
  name: sql`lower(e.text)`,
  searchText: sql`lower(concat_ws(' ', e.text, e.kind, (select p.display_name from people p where p.id = e.person_id)))`,
  defaultSort: '-at',
  fields: {
    at: { label: 'When', type: 'date', column: sql`e.at` },
    kind: { label: 'Kind', type: 'text', column: sql`e.kind` },
    text: { label: 'What', type: 'text', column: sql`lower(e.text)`, lowercased: true },
    person: { label: 'Who', type: 'id', column: sql`e.person_id`, sort: false },
  },
}
