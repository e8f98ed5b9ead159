import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { compileConditions, compileFilter, type ListFields } from './filter.ts'

/** Limit for totals: an exact one for a million rows would cost ten times the page. */
export const totalCap = 10_000
export const nearMissCap = 2_000
/** PostgreSQL's default of 0.6 would miss words with two swapped letters. */
export const similarityThreshold = '0.5'

export interface ListDefinition {
  /** Table or view, with the alias that the columns below use. */
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  fields: ListFields
  /** Lower-case text with a trigram index. */
  searchText?: RawBuilder<unknown>
  /** Lower-case name: matches in it rank first, and it orders rows with the same enum value. */
  name?: RawBuilder<unknown>
  wholeIds?: RawBuilder<unknown>[]
  /** Returns a condition for texts that look like a key, such as the start of an ID or a reference; undefined for others. */
  keys?(text: string): RawBuilder<boolean> | undefined
  /**
   * A small table of each word with three or more letters or digits in `searchText`, with a trigram index. A misspelt word is matched
   * against it, then rows with the intended words are found.
   */
  terms?: { from: RawBuilder<unknown>; word: RawBuilder<unknown> }
  /** Finds a word's spellings, exactly or nearly, in related tables such as people, with their own index. */
  elsewhere?(spellings: string[], nearly: boolean): RawBuilder<boolean>
  /**
   * A small table of row counts per combination. `from` has the list's alias and its columns have the same names, so that conditions on
   * `fields` and scopes apply to it. `narrowBy` is an indexed column of both, for finding few rows.
   */
  facets?: { from: RawBuilder<unknown>; rows: RawBuilder<number>; fields: readonly string[]; narrowBy: RawBuilder<unknown> }
  defaultSort: string
  /** `from` is expensive, so it is read once for all rows, which are then counted and sorted. */
  dear?: true
  /** For a `from` that is a search itself: rank of a row, used unless another sort is requested. */
  fit?: RawBuilder<number>
}

export interface Order {
  by: RawBuilder<unknown>
  descending: boolean
  emptyLast?: true
}

function badSort(list: ListDefinition, name: string): never {
  const sortable = Object.keys(list.fields).filter((key) => list.fields[key]?.column && list.fields[key]?.sort !== false)
  const message = `You can’t sort by "${name.slice(0, 60)}". Fields: ${sortable.join(', ')}.`
  throw new Failure('invalidFilter', message, { errors: [{ field: 'sort', message }] })
}

/** The order is total and stable: the ID breaks ties in the direction of the last field, so that one index serves both directions. */
export function orderOf(list: ListDefinition, sort: string): Order[] {
  const names = sort
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const order: Order[] = []
  let last: string | undefined
  for (const part of names) {
    const name = part.replace(/^[-+]/, '')
    const field = Object.hasOwn(list.fields, name) ? list.fields[name] : undefined
    if (!field?.column || field.sort === false) badSort(list, name)
    order.push({ by: field.column, descending: part.startsWith('-'), ...(field.emptyLast ? { emptyLast: true } : {}) })
    last = field.type
  }
  const descending = order.at(-1)?.descending ?? false
  if (last === 'enum' && list.name) order.push({ by: list.name, descending })
  return [...order, { by: list.id, descending }]
}

export const direction = ({ descending, emptyLast }: Order) => (descending ? (emptyLast ? sql` desc nulls last` : sql` desc`) : sql``)

export function whereOf(conditions: RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** Runs `work` with our own threshold for near misses. */
export function forgiving<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const forgive = async (tx: Db) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${similarityThreshold}, true)`.execute(tx)
    return work(tx)
  }
  return db.isTransaction ? forgive(db) : inTransaction(db, forgive)
}

export function facetsAnswer(list: ListDefinition, filter: string | undefined): boolean {
  const known = list.facets?.fields
  if (!known) return false
  return !filter || compileConditions(list.fields, filter).every(({ fields }) => fields.every((field) => known.includes(field)))
}

export function conditionsOf(
  list: ListDefinition,
  filter: string | undefined,
  scope: RawBuilder<boolean> | undefined,
): RawBuilder<boolean>[] {
  return [...(scope ? [scope] : []), ...(filter ? [compileFilter(list.fields, filter)] : [])]
}
