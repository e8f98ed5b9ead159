import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { priceOf } from '../catalogue/checkInputs.ts'
import type { InputSchema, InputValues } from '../catalogue/inputSchema.ts'
import { describeSettings } from './labels.ts'
import type { ItemLine } from './schemas.ts'

interface OrderableItem {
  id: string
  name: string
  version: string
  inputs: InputSchema
  monthly_estimate: { amount: number; currency: string }
  enabled: boolean
}

export async function orderableItems(db: Db, ids: string[]): Promise<Map<string, OrderableItem>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('catalogue_items')
    .select(['id', 'name', 'version', 'inputs', 'monthly_estimate', 'enabled'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, inputs: row.inputs as unknown as InputSchema }]))
}

export function presentLine(item: OrderableItem, inputs: InputValues): ItemLine {
  return {
    id: item.id,
    name: item.name,
    version: item.version,
    inputs,
    settings: describeSettings(item.inputs, inputs),
    monthly: priceOf(item, inputs),
  }
}

/** Reads an account's services by name, with their inputs if these are known. Older services have no recorded inputs. */
export async function currentServicesOf(db: Db, accountId: string): Promise<ItemLine[]> {
  const rows = await db
    .selectFrom('accounts as a')
    .innerJoin('catalogue_items as i', (join) => join.on(sql<boolean>`i.id = any (a.catalogue_item_ids)`))
    .leftJoin('account_catalogue_items as h', (join) => join.onRef('h.account_id', '=', 'a.id').onRef('h.item_id', '=', 'i.id'))
    .select(['i.id', 'i.name', 'i.version', 'i.inputs', 'i.monthly_estimate', 'i.enabled', 'h.inputs as values'])
    .where('a.id', '=', accountId)
    .orderBy(sql`lower(i.name)`)
    .execute()
  return rows.map(({ values, ...item }) =>
    presentLine({ ...item, inputs: item.inputs as unknown as InputSchema }, (values ?? {}) as InputValues),
  )
}

export async function writeServices(
  db: Db,
  accountId: string,
  { put, removeIds }: { put: { id: string; inputs: InputValues }[]; removeIds: string[] },
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('account_catalogue_items')
    .where('account_id', '=', accountId)
    .where('item_id', 'in', [...removeIds, accountId])
    .execute()
  if (put.length > 0)
    await db
      .insertInto('account_catalogue_items')
      .values(put.map(({ id, inputs }) => ({ account_id: accountId, item_id: id, inputs: JSON.stringify(inputs), added_at: now })))
      .onConflict((conflict) => conflict.columns(['account_id', 'item_id']).doUpdateSet((eb) => ({ inputs: eb.ref('excluded.inputs') })))
      .execute()
  const putIds = put.map(({ id }) => id)
  await updateRow(db, 'accounts', accountId, {
    catalogue_item_ids: sql<string[]>`array(
        select id from unnest(catalogue_item_ids || ${putIds}::uuid[]) id where id <> all (${removeIds}::uuid[]) group by id order by id)`,
    ...nextVersion(now),
  })
}
