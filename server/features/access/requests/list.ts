import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../../http/filter.ts'
import type { ListDefinition } from '../../../http/list.ts'
import { environments } from '../../accounts/accounts/schemas.ts'

const statuses = ['pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled'] as const

/** The limit is one more than a list counts. */
const maxMatches = 10_001

/** Matches requests whose person or group has the word in its name. Each array is read once, from its own index. */
function nameMatches(variants: string[], isFuzzy: boolean): RawBuilder<boolean> {
  const [term = ''] = variants
  // Words shorter than this match too many names.
  if (term.length < 3) return sql<boolean>`false`
  const matchesName = (text: RawBuilder<unknown>) => {
    const literal = sql`${text} like any (${variants.map((variant) => `%${likePattern(variant)}%`)}::text[])`
    return isFuzzy ? sql`(${literal} or ${term} <% ${text})` : literal
  }
  return sql<boolean>`(r.group_id = any (array(select g.id from access_groups g where ${matchesName(sql`g.name`)} limit ${maxMatches}))
    or r.requester_id = any (array(select p.id from people p where ${matchesName(sql`(lower(p.display_name || ' ' || coalesce(p.email, '')))`)} limit ${maxMatches})))`
}

export const requestFields = {
  reference: { label: 'Reference', type: 'text', column: sql`r.reference` },
  status: { label: 'Status', type: 'enum', column: sql`r.status`, values: statuses, sort: false },
  group: { label: 'Group', type: 'text', column: sql`access_groups.name`, lowercased: true, sort: false },
  requester: { label: 'Requester', type: 'id', column: sql`r.requester_id`, sort: false },
  groupId: { label: 'Group ID', type: 'id', column: sql`r.group_id`, sort: false },
  durationHours: { label: 'Requested hours', type: 'number', column: sql`r.duration_hours`, sort: false },
  createdAt: { label: 'Requested', type: 'date', column: sql`r.created_at` },
  updatedAt: { label: 'Updated', type: 'date', column: sql`r.updated_at` },
} satisfies ListDefinition['fields']
const { reference, status, group, requester, groupId, durationHours, createdAt, updatedAt } = requestFields

/** The joined fields can't be sorted by, so a page without a filter needs no join. */
export const accessRequestList: ListDefinition = {
  from: sql`access_requests r left join access_groups on access_groups.id = r.group_id left join accounts on accounts.id = r.account_id`,
  unfilteredFrom: sql`access_requests r`,
  id: sql`r.id`,
  name: sql`access_groups.name`,
  searchText: sql`r.search_text`,
  exactIdColumns: [sql`r.id`, sql`r.group_id`, sql`r.account_id`],
  relatedMatch: nameMatches,
  defaultSort: '-createdAt',
  fields: {
    reference,
    status,
    group,
    account: { label: 'Account', type: 'text', column: sql`accounts.name_key`, lowercased: true, sort: false },
    environment: { label: 'Environment', type: 'enum', column: sql`accounts.environment`, values: environments, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`accounts.tower_id`, sort: false },
    requester,
    accountId: { label: 'Account ID', type: 'id', column: sql`r.account_id`, sort: false },
    groupId,
    durationHours,
    createdAt,
    updatedAt,
  },
}
