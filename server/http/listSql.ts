import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { compileConditions, compileFilter, type ListFields } from './filter.ts'

/** Counting stops here: an exact total of a million rows would cost ten times the page itself. */
export const totalCap = 10_000
/** Near misses beyond these are not ranked. */
export const nearMissCap = 2_000
/** Lower than PostgreSQL's 0.6, so that two swapped letters are forgiven. */
export const similarityThreshold = '0.5'

export interface ListDefinition {
  /** Table or view, and the alias the columns below use. */
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  fields: ListFields
  /** Lower-cased text with a trigram index. */
  searchText?: RawBuilder<unknown>
  /** Lower-cased name: matches in it rank first, and it orders rows of the same enum value. */
  name?: RawBuilder<unknown>
  /** Id columns in which a search for a whole id looks. */
  wholeIds?: RawBuilder<unknown>[]
  /** Where a text is looked for that reads like a key: the start of an id, a reference. Nothing for other texts. */
  keys?(text: string): RawBuilder<boolean> | undefined
  /**
   * A small table of every word of three letters and more in `searchText`, once: letters and digits, with a trigram index. With it a
   * misspelt word is looked for among the words, and then the rows that have what was meant.
   */
  words?: { from: RawBuilder<unknown>; word: RawBuilder<unknown> }
  /** Where else a word may be found in one of these spellings, or nearly, such as in the names of people; by an index of its own. */
  elsewhere?(spellings: string[], nearly: boolean): RawBuilder<boolean>
  /**
   * A small table of how many rows there are of each sort. `from` gives it the alias of the list, and its columns are called alike, so that
   * conditions on `fields`, and those that always hold, read it too. `narrowBy` is an indexed column of both: few rows are found by it.
   */
  facets?: { from: RawBuilder<unknown>; rows: RawBuilder<number>; fields: readonly string[]; narrowBy: RawBuilder<unknown> }
  defaultSort: string
  /** `from` costs more than its rows: it is asked once, for all of them, which are counted and put in order then. */
  dear?: true
  /** Where `from` has been searched already: how well a row fits what was asked for, by which it is ranked unless a sort is asked for. */
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

/** Total and stable: the id breaks ties, in the direction of the last field, so that one index serves both ways. */
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

/** Runs `work` where near misses are measured by our own threshold. */
export function forgiving<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const forgive = async (tx: Db) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${similarityThreshold}, true)`.execute(tx)
    return work(tx)
  }
  return db.isTransaction ? forgive(db) : inTransaction(db, forgive)
}

/** Whether the facets know as much as the filter asks. */
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
