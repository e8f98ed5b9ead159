import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../access/actor.ts'
import type { ListDefinition } from '../../http/list.ts'
import { connectivities, criticalities, dataClassifications, environments, kinds, statuses, workloads } from './schemas.ts'

/** Accounts that exist; spelt as the partial indexes of migration 0002 are, which serve every sortable field. */
export const existingAccounts: RawBuilder<boolean> = sql<boolean>`accounts.status <> 'deleted'`

const publicList: ListDefinition = {
  from: sql`accounts`,
  id: sql`accounts.id`,
  name: sql`accounts.name_key`,
  searchText: sql`accounts.search_text`,
  wholeIds: [sql`accounts.id`, sql`accounts.subscription_id`],
  defaultSort: 'name',
  fields: {
    name: { label: 'Name', type: 'text', column: sql`accounts.name_key`, folded: true },
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
    updatedAt: { label: 'Changed', type: 'date', column: sql`accounts.updated_at` },
  },
}

/** Who may not see the budget and network of every account could find them out by filtering, so these two come with the right to see. */
const wholeList: ListDefinition = {
  ...publicList,
  fields: {
    ...publicList.fields,
    budget: { label: 'Monthly budget (minor units)', type: 'number', column: sql`accounts.budget_amount` },
    connectivity: {
      label: 'Connectivity',
      type: 'enum',
      column: sql`(accounts.network->>'connectivity')`,
      values: connectivities,
      sort: false,
    },
  },
}

/** Accounts as `/adv` lists them to this person. */
export function accountList(actor: Person): ListDefinition {
  return actor.admin || actor.auditor ? wholeList : publicList
}
