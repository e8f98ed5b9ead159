import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { type DirectoryPage, type DirectoryStore, mostNumbers, type StoreDirectory } from '../../../clients/stores/storeDirectory.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { copies, copiesOf, heard, type KnownStore, keepCopies, markGone } from './copies.ts'

interface World {
  db: Db
  clients: Clients
  now: () => Date
  signal?: AbortSignal
}

/** A copy so young is not asked about again when thousands are checked at once. */
const youngMs = 3_600_000
export const mostFound = 25

/** @throws notSetUp */
export function requireDirectory({ stores }: Clients): StoreDirectory {
  if (stores) return stores
  throw new Failure(
    'notSetUp',
    'No store directory is configured. Ask the platform team to set SLIPWAY_STORES_ENDPOINT and SLIPWAY_STORES_TOKEN.',
  )
}

/** What the directory says now; where it does not answer, or not so that it can be read, the copy with its age. */
export interface Answer<T> {
  found: T
  stale: boolean
}

/**
 * What the directory says; of a store that it has dropped what it said before, marked.
 * @throws notFound; outsideFailed when the directory does not answer and there is no copy either.
 */
export async function askForStore({ db, clients, now, signal }: World, number: string): Promise<Answer<KnownStore>> {
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

/** Keeps what was heard of one store just now. */
export async function keepAnswer(db: Db, { found, stale }: Answer<KnownStore>): Promise<void> {
  if (stale) return
  if (found.goneAt) await markGone(db, [found.number], found.goneAt)
  else await keepCopies(db, [found])
}

/** Stores by the beginning of their number, or by words of name, town and postcode: one more than are shown, where there are more. */
export async function search({ db, clients, now, signal }: World, text: string): Promise<Answer<KnownStore[]>> {
  const directory = requireDirectory(clients)
  try {
    const { stores, unreadable } = await directory.searchStores(text, mostFound + 1, signal)
    if (unreadable === 0) return { found: stores.map((store) => heard(store, now())), stale: false }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
  }
  return { found: await searchCopies(db, text), stale: true }
}

async function searchCopies(db: Db, text: string): Promise<KnownStore[]> {
  const like = (value: string) => value.replace(/[\\%_]/g, '\\$&')
  const words = text.trim().toLowerCase().split(/\s+/)
  let query = copies(db).where('gone_at', 'is', null)
  if (/^\d+$/.test(text.trim())) query = query.where('number', 'like', `${like(text.trim())}%`)
  else for (const word of words) query = query.where('search_text', 'like', `%${like(word)}%`)
  return query
    .orderBy(sql`length(number)`)
    .orderBy('number')
    .limit(mostFound + 1)
    .execute()
}

export interface Looked {
  known: Map<string, KnownStore>
  /** Heard just now, to be kept. */
  fresh: KnownStore[]
  missing: string[]
  /** Of these there is a copy, and since when the directory does not know them any more. */
  gone: Map<string, Date>
  /** Their entries could not be read, or there was no answer and is no copy. */
  unreadable: Set<string>
  unheard: Set<string>
  stale: boolean
}

/** Thousands at once: young copies as they are, the others asked for by the hundred. A directory that fails costs freshness, not the answer. */
export async function lookUp({ db, clients, now }: World, numbers: readonly string[]): Promise<Looked> {
  const directory = requireDirectory(clients)
  const kept = await copiesOf(db, numbers)
  const known = new Map([...kept].filter(([, { goneAt }]) => goneAt === null))
  const gone = new Map([...kept].flatMap(([number, { goneAt }]) => (goneAt ? [[number, goneAt]] : [])))
  const oldest = now().getTime() - youngMs
  const wanted = numbers.filter((number) => (known.get(number)?.fetchedAt.getTime() ?? 0) < oldest)
  const looked: Looked = { known, fresh: [], missing: [], gone, unreadable: new Set(), unheard: new Set(), stale: false }
  for (let from = 0; from < wanted.length; from += mostNumbers) {
    const some = wanted.slice(from, from + mostNumbers)
    const answer = looked.stale ? undefined : await ask(directory, some)
    if (answer) take(looked, some, answer, now())
    else {
      // One question without an answer is enough: nobody waits for ten.
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

function take(looked: Looked, asked: string[], answer: DirectoryPage & { missing: string[] }, at: Date): void {
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
