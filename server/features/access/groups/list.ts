import { type RawBuilder, sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { environments, groupStatuses } from './schemas.ts'

/** The text must equal the condition of the partial indexes, because PostgreSQL wouldn’t use these indexes otherwise. */
export const existingGroups: RawBuilder<boolean> = sql<boolean>`g.status <> 'deleted'`

export function groupHasRole(roleDefinitionId: string): RawBuilder<boolean> {
  return sql<boolean>`g.roles @> ${JSON.stringify([{ roleDefinitionId: roleDefinitionId.toLowerCase() }])}::jsonb`
}

export const groupList: ListDefinition = {
  from: sql`access_groups g join accounts a on a.id = g.account_id`,
  id: sql`g.id`,
  name: sql`g.name`,
  searchText: sql`g.search_text`,
  exactIdColumns: [sql`g.id`, sql`g.directory_group_id`],
  terms: { from: sql`access_terms`, word: sql`access_terms.word` },
  defaultSort: 'name',
  fields: {
    name: { label: 'Name', type: 'text', column: sql`g.name`, lowercased: true },
    status: { label: 'Status', type: 'enum', column: sql`g.status`, values: groupStatuses, sort: false },
    environment: { label: 'Environment', type: 'enum', column: sql`a.environment`, values: environments, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`a.tower_id`, sort: false },
    family: { label: 'Family', type: 'id', column: sql`a.family_id`, sort: false },
    account: { label: 'Account', type: 'id', column: sql`g.account_id`, sort: false },
    role: {
      label: 'Role',
      type: 'id',
      matches: (ids) => sql<boolean>`(${sql.join(ids.map(groupHasRole), sql` or `)})`,
    },
    assignment: { label: 'Assignment', type: 'enum', column: sql`g.assignment`, values: ['active', 'eligible'], sort: false },
    requestable: {
      label: 'Can be requested',
      type: 'enum',
      column: sql`(case when g.requestable then 'yes' else 'no' end)`,
      values: ['yes', 'no'],
      sort: false,
    },
    breadth: { label: 'Privilege level', type: 'number', column: sql`g.breadth` },
    maxDurationHours: { label: 'Maximum duration in hours', type: 'number', column: sql`g.max_duration_hours`, sort: false },
    owner: {
      label: 'Owner',
      type: 'id',
      matches: (ids) => sql<boolean>`g.account_id in (select o.account_id from account_owners o where o.person_id = any (${ids}::uuid[]))`,
    },
    createdAt: { label: 'Created', type: 'date', column: sql`g.created_at` },
    updatedAt: { label: 'Updated', type: 'date', column: sql`g.updated_at` },
  },
}
