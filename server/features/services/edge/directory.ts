import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { type DirectoryPage, type DirectoryStore, maxNumbers, type StoreDirectory } from '../../../clients/stores/storeDirectory.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { copies, copiesOf, heard, type KnownStore, keepCopies, markGone } from './copies.ts'

interface World {
  db: Db
  clients: Clients
  now: () => Date
  signal?: AbortSignal
}

/** A bulk check doesn't refresh copies younger than this. */
const youngMs = 3_600_000
export const maxFound = 25

/** @throws notSetUp */
export function requireDirectory({ stores }: Clients): StoreDirectory {
  if (stores) return stores
  throw new Failure(
    'notSetUp',
    'No store directory is configured. Ask the platform team to set SLIPWAY_STORES_ENDPOINT and SLIPWAY_STORES_TOKEN.',
  )
}

/** Current data from the directory, or the stored copy if the directory is unavailable or unreadable. */
export interface Answer<T> {
  found: T
  stale: boolean
}

/**
 * Reads a store from the directory. A store that it no longer lists is returned from the copy with `goneAt`.
 * @throws notFound
 * @throws outsideFailed if the directory doesn't answer and there is no copy
 */
export async function fetchStore({ db, clients, now, signal }: World, number: string): Promise<Answer<KnownStore>> {
  const directory = requireDirectory(clients)
  const copyOf = async () => (await copiesOf(db, [number])).get(number)
  let store: DirectoryStore | undefined
  try {
    store = await directory.getStore(number, signal)
  } catch (error) {
    const copy = error instanceof OutsideError ? await copyOf() : undefined
    if (copy) return { found: copy, stale: true }
    throw error
  }
  if (store) return { found: heard(store, now()), stale: false }
  const copy = await copyOf()
  if (copy) return { found: { ...copy, goneAt: copy.goneAt ?? now() }, stale: false }
  throw new Failure('notFound', `The store directory has no store ${number}. Check the number, or search by name or town.`)
}

export async function keepAnswer(db: Db, { found, stale }: Answer<KnownStore>): Promise<void> {
  if (stale) return
  if (found.goneAt) await markGone(db, [found.number], found.goneAt)
  else await keepCopies(db, [found])
}

/** Searches stores by number prefix or by words. Returns one more than the limit if there are more. */
export async function search({ db, clients, now, signal }: World, text: string): Promise<Answer<KnownStore[]>> {
  const directory = requireDirectory(clients)
  try {
    const { stores, unreadable } = await directory.searchStores(text, maxFound + 1, signal)
    if (unreadable === 0) return { found: stores.map((store) => heard(store, now())), stale: false }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
  }
  return { found: await searchCopies(db, text), stale: true }
}

async function searchCopies(db: Db, text: string): Promise<KnownStore[]> {
  const like = (value: string) => value.replace(/[\\%_]/g, '\\$&')
  const terms = text.trim().toLowerCase().split(/\s+/)
  let query = copies(db).where('gone_at', 'is', null)
  if (/^\d+$/.test(text.trim())) query = query.where('number', 'like', `${like(text.trim())}%`)
  else for (const word of terms) query = query.where('search_text', 'like', `%${like(word)}%`)
  return query
    .orderBy(sql`length(number)`)
    .orderBy('number')
    .limit(maxFound + 1)
    .execute()
}

export interface StoreLookup {
  known: Map<string, KnownStore>
  /** Data just read from the directory, to be stored. */
  fresh: KnownStore[]
  missing: string[]
  /** Stores with a copy that the directory no longer lists, with the time since when. */
  gone: Map<string, Date>
  /** `unreadable`: invalid entries in the directory; `unheard`: no answer and no copy. */
  unreadable: Set<string>
  unheard: Set<string>
  stale: boolean
}

/** Looks up thousands of stores: from young copies, the others from the directory in batches of 100. If it fails, old copies are used. */
export async function lookUp({ db, clients, now }: World, numbers: readonly string[]): Promise<StoreLookup> {
  const directory = requireDirectory(clients)
  const kept = await copiesOf(db, numbers)
  const known = new Map([...kept].filter(([, { goneAt }]) => goneAt === null))
  const gone = new Map([...kept].flatMap(([number, { goneAt }]) => (goneAt ? [[number, goneAt]] : [])))
  const oldest = now().getTime() - youngMs
  const wanted = numbers.filter((number) => (known.get(number)?.fetchedAt.getTime() ?? 0) < oldest)
  const looked: StoreLookup = { known, fresh: [], missing: [], gone, unreadable: new Set(), unheard: new Set(), stale: false }
  for (let from = 0; from < wanted.length; from += maxNumbers) {
    const some = wanted.slice(from, from + maxNumbers)
    const answer = looked.stale ? undefined : await ask(directory, some)
    if (answer) take(looked, some, answer, now())
    else {
      // The directory isn't called again after a failure, so that the person doesn't wait for further timeouts.
      looked.stale = true
      for (const number of some) if (!kept.has(number)) looked.unheard.add(number)
    }
  }
  return looked
}

async function ask(directory: StoreDirectory, numbers: string[]): Promise<(DirectoryPage & { missing: string[] }) | undefined> {
  try {
    return await directory.lookUp(numbers)
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

function take(looked: StoreLookup, asked: string[], answer: DirectoryPage & { missing: string[] }, at: Date): void {
  const missing = new Set(answer.missing)
  const wanted = new Set(asked)
  for (const store of answer.stores) if (wanted.has(store.number)) looked.fresh.push(heard(store, at))
  const answered = new Set(looked.fresh.map(({ number }) => number))
  for (const store of looked.fresh) {
    looked.known.set(store.number, store)
    looked.gone.delete(store.number)
  }
  for (const number of asked) {
    if (answered.has(number)) continue
    if (missing.has(number)) {
      looked.missing.push(number)
      if (looked.known.delete(number)) looked.gone.set(number, at)
    } else if (!looked.known.has(number)) looked.unreadable.add(number)
    else looked.stale = true
  }
}
