import { sql } from 'kysely'
import type { DirectoryStore } from '../../../clients/stores/storeDirectory.ts'
import type { Db } from '../../../db/database.ts'
import type { StoreNetwork, StoreRegion } from '../../../db/tables.ts'

export interface CachedStore {
  number: string
  name: string
  format: string
  address: { line1: string; town: string; postcode: string }
  region: StoreRegion
  opened: string | null
  closing: string | null
  network: StoreNetwork | null
  asOf: Date
  fetchedAt: Date
  /** The time from which the directory no longer listed the store. The other fields keep the last data. */
  delistedAt: Date | null
}

export function toKnownStore(store: DirectoryStore, fetchedAt: Date): CachedStore {
  const { number, name, format, address, region, opened = null, closing = null, network = null, asOf } = store
  const { line1, town, postcode } = address
  const fields = { number, name, format, address: { line1, town, postcode }, region, opened, closing, network }
  return { ...fields, asOf: new Date(asOf), fetchedAt, delistedAt: null }
}

export async function updateStoreCache(db: Db, stores: readonly CachedStore[]): Promise<void> {
  if (stores.length === 0) return
  // Rows are written in the order of their numbers, so that concurrent writers don't deadlock.
  const rows = stores
    .map((store) => ({
      ...store,
      town: store.address.town,
      postcode: store.address.postcode,
      as_of: store.asOf,
      fetched_at: store.fetchedAt,
    }))
    .sort((a, b) => (a.number < b.number ? -1 : 1))
  await sql`insert into stores (number, name, format, address, town, postcode, region, opened, closing, network, as_of, fetched_at)
    select number, name, format, address, town, postcode, region, opened, closing, nullif(network, 'null'::jsonb), as_of, fetched_at
    from jsonb_populate_recordset(null::stores, ${JSON.stringify(rows)}::jsonb)
    on conflict (number) do update set
      (name, format, address, town, postcode, region, opened, closing, network, as_of, fetched_at, delisted_at) =
      (excluded.name, excluded.format, excluded.address, excluded.town, excluded.postcode, excluded.region, excluded.opened, excluded.closing,
       excluded.network, excluded.as_of, excluded.fetched_at, null)
    where greatest(stores.fetched_at, stores.delisted_at) <= excluded.fetched_at`.execute(db)
}

/** The last data of the stores is kept. */
export async function markDelisted(db: Db, numbers: readonly string[], at: Date): Promise<void> {
  if (numbers.length === 0) return
  await sql`with these as (select number from stores where number = any (${numbers}::text[]) and delisted_at is null order by number for update)
    update stores set delisted_at = ${at} from these where stores.number = these.number and stores.fetched_at <= ${at}`.execute(db)
}

export function selectCopies(db: Db) {
  return db
    .selectFrom('stores')
    .select(['number', 'name', 'format', 'address', 'region', 'opened', 'closing', 'network'])
    .select(['as_of as asOf', 'fetched_at as fetchedAt', 'delisted_at as delistedAt'])
}

export async function loadCachedStores(db: Db, numbers: readonly string[]): Promise<Map<string, CachedStore>> {
  const rows = await selectCopies(db).where(sql<boolean>`number = any (${numbers}::text[])`).execute()
  return new Map(rows.map((row) => [row.number, row]))
}
