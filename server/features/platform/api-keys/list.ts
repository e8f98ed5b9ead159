import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'

export const apiKeyList: ListDefinition = {
  from: sql`api_keys k`,
  id: sql`k.id`,
  name: sql`lower(k.name)`,
  searchText: sql`k.search_text`,
  exactIdColumns: [sql`k.id`, sql`k.owner_id`, sql`k.application_id`],
  defaultSort: '-createdAt',
  fields: {
    name: { label: 'Name', type: 'text', column: sql`lower(k.name)`, lowercased: true },
    owner: { label: 'Owner', type: 'id', column: sql`k.owner_id`, sort: false },
    createdAt: { label: 'Generated', type: 'date', column: sql`k.created_at` },
    expiresAt: { label: 'Expires', type: 'date', column: sql`k.expires_at` },
    lastUsedAt: { label: 'Last used', type: 'date', column: sql`k.last_used_at`, nullsLast: true },
    scope: { label: 'Permission', type: 'text', matches: (values) => sql<boolean>`k.scopes && ${values}::text[]` },
    account: { label: 'Account', type: 'id', matches: (values) => sql<boolean>`k.account_ids && ${values}::uuid[]` },
  },
}
