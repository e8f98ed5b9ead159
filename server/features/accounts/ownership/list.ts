import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { environments } from '../accounts/schemas.ts'
import { openGapsFrom } from './queries.ts'

/**
 * No index can serve the list, because whether a gap is open depends on the account's current owners. There are few gaps, so a scan is fast
 * enough.
 */
export const gapList: ListDefinition = {
  from: openGapsFrom,
  id: sql`g.id`,
  expensive: true,
  name: sql`lower(a.name)`,
  searchText: sql`lower(concat_ws(' ', a.name, p.display_name, p.email, g.former_department,
    (select f.name from families f where f.id = a.family_id), (select t.name from towers t where t.id = a.tower_id)))`,
  exactIdColumns: [sql`g.id`, sql`a.id`, sql`p.id`],
  defaultSort: 'openedAt',
  fields: {
    openedAt: { label: 'Since', type: 'date', column: sql`g.opened_at` },
    reason: { label: 'Reason', type: 'enum', column: sql`g.reason`, values: ['left', 'moved'] },
    account: { label: 'Account', type: 'id', column: sql`a.id`, sort: false },
    accountName: { label: 'Account name', type: 'text', column: sql`lower(a.name)`, lowercased: true },
    environment: { label: 'Environment', type: 'enum', column: sql`a.environment`, values: environments },
    family: { label: 'Family', type: 'id', column: sql`a.family_id`, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`a.tower_id`, sort: false },
    person: { label: 'Former owner', type: 'id', column: sql`g.person_id`, sort: false },
  },
}
