import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { environments } from '../../accounts/accounts/schemas.ts'
import { differencesFrom } from './queries.ts'

/**
 * Open and resolved differences are sorted by the times in their partial indexes. The ID is one of the fields, so that rows with the same
 * time keep the order of the index.
 */
export function differenceList(status: 'open' | 'resolved'): ListDefinition {
  return {
    from: differencesFrom,
    id: sql`d.id`,
    searchText: sql`lower(concat_ws(' ', d.member_name, (select p.display_name from people p where p.id = d.person_id), g.name, a.name, d.reason))`,
    exactIdColumns: [sql`d.id`, sql`d.member_id`, sql`d.group_id`, sql`d.account_id`],
    defaultSort: status === 'open' ? '-firstSeenAt,id' : '-resolvedAt,id',
    fields: {
      id: { label: 'ID', type: 'id', column: sql`d.id` },
      kind: { label: 'Kind', type: 'enum', column: sql`d.kind`, values: ['added', 'removed', 'groupMissing'], sort: false },
      status: {
        label: 'Status',
        type: 'enum',
        column: sql`d.status`,
        values: status === 'open' ? ['open'] : ['adopted', 'removed', 'restored', 'accepted', 'gone'],
        sort: false,
      },
      account: { label: 'Account', type: 'id', column: sql`d.account_id`, sort: false },
      environment: { label: 'Environment', type: 'enum', column: sql`a.environment`, values: environments, sort: false },
      group: { label: 'Group', type: 'id', column: sql`d.group_id`, sort: false },
      member: { label: 'Member', type: 'id', column: sql`d.member_id`, sort: false },
      firstSeenAt: { label: 'First seen', type: 'date', column: sql`d.first_seen_at`, sort: status === 'open' },
      lastSeenAt: { label: 'Last seen', type: 'date', column: sql`d.last_seen_at`, sort: false },
      resolvedAt: { label: 'Resolved', type: 'date', column: sql`d.resolved_at`, sort: status === 'resolved' },
    },
  }
}
