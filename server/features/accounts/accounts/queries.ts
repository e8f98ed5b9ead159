import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { compileOnce } from '../../../db/compileOnce.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { uuid } from '../../../http/search.ts'
import { people } from '../../../people/queries.ts'
import { openRunOf } from '../../../runs/queries.ts'
import { accountCan } from './policy.ts'
import type { Account, AccountSummary } from './schemas.ts'

function existing(db: Db) {
  return db
    .selectFrom('accounts')
    .innerJoin('towers', 'towers.id', 'accounts.tower_id')
    .innerJoin('families', 'families.id', 'accounts.family_id')
    .where('accounts.status', '<>', 'deleted')
}

const summaryColumns = [
  'accounts.id',
  'accounts.name',
  'accounts.kind',
  'accounts.environment',
  'accounts.status',
  'accounts.subscription_id',
  'accounts.tower_id',
  'accounts.family_id',
  'accounts.region',
  'towers.name as tower_name',
  'families.name as family_name',
] as const

/** Reads everything that `presentAccount` needs and no more. The search text is left out, because it repeats most of the account. */
export function accountRows(db: Db) {
  return existing(db)
    .select(summaryColumns)
    .select([
      'accounts.description',
      'accounts.workload',
      'accounts.management_group_id',
      'accounts.cost_centre',
      'accounts.data_classification',
      'accounts.criticality',
      'accounts.store_numbers',
      'accounts.request_id',
      'accounts.health',
      'accounts.health_known',
      'accounts.network',
      'accounts.budget',
      'accounts.tags',
      'accounts.version',
      'accounts.created_at',
      'accounts.updated_at',
      people(sql`account_owners`, sql`l.account_id = accounts.id`).as('owners'),
      sql<{ id: string; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name)
        from catalogue_items c where c.id = any (accounts.catalogue_item_ids)), '[]'::json)`.as('catalogue_items'),
    ])
}

export function summaryRows(db: Db) {
  return existing(db).select(summaryColumns)
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['executeTakeFirstOrThrow']>>
type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryRows>['executeTakeFirstOrThrow']>>

export function presentSummary(row: SummaryRow): Static<typeof AccountSummary> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    environment: row.environment,
    status: row.status as Exclude<AccountStatus, 'deleted'>,
    subscriptionId: row.subscription_id,
    tower: { id: row.tower_id, name: row.tower_name },
    family: { id: row.family_id, name: row.family_name },
    region: row.region,
  }
}

/** Only this function decides which fields a person sees: budget, tags and network are for owners, administrators and auditors. */
export function presentAccount(actor: Person, row: AccountRow): Account {
  const facts = { kind: row.kind, status: row.status, subscriptionId: row.subscription_id, owners: row.owners }
  const can = accountCan(actor, facts)
  return {
    ...presentSummary(row),
    description: row.description,
    workload: row.workload,
    managementGroup: row.management_group_id,
    owners: row.owners,
    costCentre: row.cost_centre,
    dataClassification: row.data_classification,
    criticality: row.criticality,
    catalogueItems: row.catalogue_items,
    storeNumbers: row.store_numbers,
    requestId: row.request_id,
    health: row.health,
    healthKnown: row.health_known,
    ...(can.seeAll === true ? { network: row.network, budget: row.budget, tags: row.tags } : {}),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can,
  }
}

const accountsById = compileOnce((db: Db, { id }: { id: string }) =>
  accountRows(db)
    .select(openRunOf('setBudget', sql.ref('accounts.id')).as('budget_run_id'))
    .where('accounts.id', '=', id),
)

type FoundAccount = AccountRow & { budget_run_id: string | null }

export async function findAccount(db: Db, id: string): Promise<FoundAccount | undefined> {
  return uuid.test(id) ? (await accountsById(db, { id }))[0] : undefined
}

/** @throws notFound */
export function presentExisting(actor: Person, row: AccountRow | undefined): Account {
  if (!row) throw new Failure('notFound', 'This account doesn’t exist.')
  return presentAccount(actor, row)
}

/** @throws notFound */
export async function loadAccount(db: Db, actor: Person, id: string): Promise<Account> {
  return presentExisting(actor, await accountRows(db).where('accounts.id', '=', id).executeTakeFirst())
}

/** Locks the account until the transaction ends, then reads it. @throws notFound */
export async function lockAccount(db: Db, actor: Person, id: string): Promise<Account> {
  await db.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute()
  return loadAccount(db, actor, id)
}
