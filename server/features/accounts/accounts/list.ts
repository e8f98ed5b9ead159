import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { likePattern } from '../../../http/filter.ts'
import type { ListDefinition } from '../../../http/list.ts'
import { hasCurrentCost } from '../costs/queries.ts'
import { connectivities, criticalities, dataClassifications, environments, kinds, statuses, workloads } from './schemas.ts'

/** This condition equals that of the partial indexes, which cover every sortable field. */
export const existingAccounts: RawBuilder<boolean> = sql<boolean>`accounts.status <> 'deleted'`

/** A word can match the owners of many accounts. This limit exceeds the largest number that a list counts. */
const maxOwned = 10_001

/**
 * Matches the first part of a subscription's ID (at least eight digits), or the reference of the request from which the account was
 * created.
 */
function accountKeys(text: string): RawBuilder<boolean> | undefined {
  if (/^acc-\d{4}-\d{1,9}$/.test(text))
    return sql<boolean>`accounts.request_id = any (array(select r.id from account_requests r where r.reference = ${text.toUpperCase()}))`
  const digits = text.replaceAll('-', '')
  if (!/^[0-9a-f]{8,31}$/.test(digits) || !/^[0-9a-f]{8}(-|$)/.test(text)) return undefined
  return sql<boolean>`accounts.subscription_id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`
}

/** Matches accounts by the names and email addresses of their owners. PostgreSQL reads the array once, then each account by its ID. */
function ownedBy(variants: string[], isFuzzy: boolean): RawBuilder<boolean> {
  const [term = ''] = variants
  // Shorter words occur in too many names to identify a person.
  if (term.length < 3) return sql<boolean>`false`
  const text = sql`(lower(p.display_name || ' ' || coalesce(p.email, '')))`
  const matchesName = sql`${text} like any (${variants.map((variant) => `%${likePattern(variant)}%`)}::text[])`
  return sql<boolean>`accounts.id = any (array(select o.account_id from people p join account_owners o on o.person_id = p.id
    where ${isFuzzy ? sql`(${matchesName} or ${term} <% ${text})` : matchesName} limit ${maxOwned}))`
}

export const publicAccountList: ListDefinition = {
  from: sql`accounts`,
  id: sql`accounts.id`,
  name: sql`accounts.name_key`,
  searchText: sql`accounts.search_text`,
  terms: { from: sql`account_terms`, word: sql`account_terms.word` },
  exactIdColumns: [sql`accounts.id`, sql`accounts.subscription_id`],
  keys: accountKeys,
  relatedMatch: ownedBy,
  facets: {
    from: sql`account_facets accounts`,
    rows: sql`accounts.accounts`,
    narrowBy: sql`accounts.family_id`,
    fields: ['status', 'kind', 'environment', 'workload', 'tower', 'family', 'region', 'criticality', 'dataClassification', 'connectivity'],
  },
  defaultSort: 'name',
  fields: {
    name: { label: 'Name', type: 'text', column: sql`accounts.name_key`, lowercased: true },
    status: { label: 'Status', type: 'enum', column: sql`accounts.status`, values: statuses },
    kind: { label: 'Kind', type: 'enum', column: sql`accounts.kind`, values: kinds, sort: false },
    environment: { label: 'Environment', type: 'enum', column: sql`accounts.environment`, values: environments },
    workload: { label: 'Workload', type: 'enum', column: sql`accounts.workload`, values: workloads, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`accounts.tower_id`, sort: false },
    family: { label: 'Family', type: 'id', column: sql`accounts.family_id`, sort: false },
    owner: {
      label: 'Owner',
      type: 'id',
      matches: (ids) =>
        sql<boolean>`exists (select from account_owners o where o.account_id = accounts.id and o.person_id = any (${ids}::uuid[]))`,
    },
    health: { label: 'Health', type: 'number', column: sql`accounts.health`, nullsLast: true },
    // None of the points are known before the first check. The expression is that of an index.
    healthKnown: { label: 'Known health points', type: 'number', column: sql`coalesce(accounts.health_known, 0)`, sort: false },
    region: { label: 'Region', type: 'enum', column: sql`accounts.region`, sort: false },
    criticality: { label: 'Criticality', type: 'enum', column: sql`accounts.criticality`, values: criticalities },
    dataClassification: {
      label: 'Data classification',
      type: 'enum',
      column: sql`accounts.data_classification`,
      values: dataClassifications,
      sort: false,
    },
    costCentre: { label: 'Cost centre', type: 'text', column: sql`accounts.cost_centre`, sort: false },
    subscriptionId: { label: 'Subscription', type: 'id', column: sql`accounts.subscription_id`, sort: false },
    createdAt: { label: 'Created', type: 'date', column: sql`accounts.created_at` },
    updatedAt: { label: 'Updated', type: 'date', column: sql`accounts.updated_at` },
  },
}

/** Filtering would reveal the budget, cost and network of any account, so only people who can see these fields can filter by them. */
const fullAccountList: ListDefinition = {
  ...publicAccountList,
  fields: {
    ...publicAccountList.fields,
    budget: { label: 'Monthly budget (minor units)', type: 'number', column: sql`accounts.budget_amount` },
    connectivity: {
      label: 'Network connection',
      type: 'enum',
      column: sql`accounts.connectivity`,
      values: connectivities,
      sort: false,
    },
    costKnown: {
      label: 'Cost of this month known',
      type: 'enum',
      values: ['yes', 'no'],
      sort: false,
      matches: (values) => sql<boolean>`(case when ${hasCurrentCost} then 'yes' else 'no' end) = any (${values})`,
    },
  },
}

export function accountList(actor: Person): ListDefinition {
  return actor.admin || actor.auditor ? fullAccountList : publicAccountList
}
