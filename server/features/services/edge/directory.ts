import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { type DirectoryPage, type DirectoryStore, maxNumbers, type StoreDirectory } from '../../../clients/stores/storeDirectory.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { type CachedStore, loadCachedStores, markDelisted, selectCopies, toKnownStore, updateStoreCache } from './storeCache.ts'

interface ServiceContext {
  db: Db
  clients: Clients
  now: () => Date
  signal?: AbortSignal
}

/** A bulk check uses copies younger than this without reading them again. */
const copyTtlMs = 3_600_000
export const maxFound = 25

/** @throws notSetUp */
function requireDirectory({ stores }: Clients): StoreDirectory {
  if (stores) return stores
  throw new Failure(
    'notSetUp',
    'No store directory is configured. Ask the platform team to set SLIPWAY_STORES_ENDPOINT and SLIPWAY_STORES_TOKEN.',
  )
}

/** Current data from the directory. If the directory is unavailable or its response unreadable, this is the stored copy. */
interface LookupResult<T> {
  found: T
  stale: boolean
}

/**
 * Reads a store from the directory. A store that the directory no longer lists is returned from the copy with `delistedAt`.
 * @throws notFound; outsideFailed if the directory doesn't respond and there is no copy
 */
export async function fetchStore({ db, clients, now, signal }: ServiceContext, number: string): Promise<LookupResult<CachedStore>> {
  const directory = requireDirectory(clients)
  const loadCachedStore = async () => (await loadCachedStores(db, [number])).get(number)
  let store: DirectoryStore | undefined
  try {
    store = await directory.getStore(number, signal)
  } catch (error) {
    const copy = error instanceof ExternalError ? await loadCachedStore() : undefined
    if (copy) return { found: copy, stale: true }
    throw error
  }
  if (store) return { found: toKnownStore(store, now()), stale: false }
  const copy = await loadCachedStore()
  if (copy) return { found: { ...copy, delistedAt: copy.delistedAt ?? now() }, stale: false }
  throw new Failure('notFound', `The store directory has no store ${number}. Check the number, or search by name or town.`)
}

export async function cacheLookupResult(db: Db, { found, stale }: LookupResult<CachedStore>): Promise<void> {
  if (stale) return
  if (found.delistedAt) await markDelisted(db, [found.number], found.delistedAt)
  else await updateStoreCache(db, [found])
}

/** Returns one store more than the limit if there are more. */
export async function search({ db, clients, now, signal }: ServiceContext, text: string): Promise<LookupResult<CachedStore[]>> {
  const directory = requireDirectory(clients)
  try {
    const { stores, unreadable } = await directory.searchStores(text, maxFound + 1, signal)
    if (unreadable === 0) return { found: stores.map((store) => toKnownStore(store, now())), stale: false }
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
  }
  return { found: await searchCopies(db, text), stale: true }
}

async function searchCopies(db: Db, text: string): Promise<CachedStore[]> {
  const escapeLike = (value: string) => value.replace(/[\\%_]/g, '\\$&')
  const terms = text.trim().toLowerCase().split(/\s+/)
  let query = selectCopies(db).where('delisted_at', 'is', null)
  if (/^\d+$/.test(text.trim())) query = query.where('number', 'like', `${escapeLike(text.trim())}%`)
  else for (const term of terms) query = query.where('search_text', 'like', `%${escapeLike(term)}%`)
  return query
    .orderBy(sql`length(number)`)
    .orderBy('number')
    .limit(maxFound + 1)
    .execute()
}

export interface StoreLookup {
  known: Map<string, CachedStore>
  fresh: CachedStore[]
  missing: string[]
  /** Stores with a copy that the directory no longer lists, each with the time from which it was missing. */
  delisted: Map<string, Date>
  /** `unreadable`: the entry in the directory is invalid. `missedNumbers`: the directory did not respond and there is no copy. */
  unreadable: Set<string>
  missedNumbers: Set<string>
  stale: boolean
}

/**
 * Looks up thousands of stores. Young copies are used directly; the other stores are read from the directory in batches of 100. If the
 * directory fails, old copies are used.
 */
export async function lookUpStores({ db, clients, now }: ServiceContext, numbers: readonly string[]): Promise<StoreLookup> {
  const directory = requireDirectory(clients)
  const storedCopies = await loadCachedStores(db, numbers)
  const presentCopies = new Map([...storedCopies].filter(([, { delistedAt }]) => delistedAt === null))
  const delistedStores = new Map([...storedCopies].flatMap(([number, { delistedAt }]) => (delistedAt ? [[number, delistedAt]] : [])))
  const oldest = now().getTime() - copyTtlMs
  const staleNumbers = numbers.filter((number) => (presentCopies.get(number)?.fetchedAt.getTime() ?? 0) < oldest)
  const storeLookup: StoreLookup = {
    known: presentCopies,
    fresh: [],
    missing: [],
    delisted: delistedStores,
    unreadable: new Set(),
    missedNumbers: new Set(),
    stale: false,
  }
  for (let from = 0; from < staleNumbers.length; from += maxNumbers) {
    const batch = staleNumbers.slice(from, from + maxNumbers)
    const page = storeLookup.stale ? undefined : await fetchPages(directory, batch)
    if (page) addFetchedStores(storeLookup, batch, page, now())
    else {
      // The directory isn't called again after a failure, so that the person doesn't wait for several timeouts.
      storeLookup.stale = true
      for (const number of batch) if (!storedCopies.has(number)) storeLookup.missedNumbers.add(number)
    }
  }
  return storeLookup
}

async function fetchPages(directory: StoreDirectory, numbers: string[]): Promise<(DirectoryPage & { missing: string[] }) | undefined> {
  try {
    return await directory.lookUp(numbers)
  } catch (error) {
    if (error instanceof ExternalError) return undefined
    throw error
  }
}

function addFetchedStores(
  storeLookup: StoreLookup,
  requestedNumbers: string[],
  page: DirectoryPage & { missing: string[] },
  at: Date,
): void {
  const missing = new Set(page.missing)
  const staleNumbers = new Set(requestedNumbers)
  for (const store of page.stores) if (staleNumbers.has(store.number)) storeLookup.fresh.push(toKnownStore(store, at))
  const returnedNumbers = new Set(storeLookup.fresh.map(({ number }) => number))
  for (const store of storeLookup.fresh) {
    storeLookup.known.set(store.number, store)
    storeLookup.delisted.delete(store.number)
  }
  for (const number of requestedNumbers) {
    if (returnedNumbers.has(number)) continue
    if (missing.has(number)) {
      storeLookup.missing.push(number)
      if (storeLookup.known.delete(number)) storeLookup.delisted.set(number, at)
    } else if (!storeLookup.known.has(number)) storeLookup.unreadable.add(number)
    else storeLookup.stale = true
  }
}
