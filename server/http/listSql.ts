import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { compileConditions, compileFilter, type ListFields } from './filter.ts'

/** Limit for totals. The exact total of a million rows would take ten times as long as the page. */
export const totalCap = 10_000
export const fuzzyMatchCap = 2_000
/** PostgreSQL's default of 0.6 would miss words with two swapped letters. */
export const similarityThreshold = '0.5'

export interface ListDefinition {
  /** Table or view with the alias that the other columns use. */
  from: RawBuilder<unknown>
  /**
   * `from` without the joins that only filters and searches use, for lists without a filter. PostgreSQL reads whole rows instead of index
   * entries if there is a join, even one that it omits.
   */
  unfilteredFrom?: RawBuilder<unknown>
  id: RawBuilder<unknown>
  fields: ListFields
  searchText?: RawBuilder<unknown>
  /**
   * Lower-case name. Rows whose name matches the search rank first, and rows with the same value of an enumerated field are ordered by
   * name.
   */
  name?: RawBuilder<unknown>
  exactIdColumns?: RawBuilder<unknown>[]
  /** Returns a condition for a text that looks like a key, such as the first part of an ID or a reference; undefined for other texts. */
  keys?(text: string): RawBuilder<boolean> | undefined
  /**
   * A small table with each word of `searchText` that has three or more letters or digits, with a trigram index. A misspelt word is first
   * compared with this table, and then rows with the intended words are found.
   */
  terms?: { from: RawBuilder<unknown>; word: RawBuilder<unknown> }
  /** Finds a word's spellings, exactly or approximately, in related tables such as people, which have their own index. */
  relatedMatch?(variants: string[], isFuzzy: boolean): RawBuilder<boolean>
  /**
   * A small table with the number of rows for each combination of values. `from` has the alias of the list, and its columns have the same
   * names, so that conditions on `fields` and scopes can be used in both. `narrowBy` is an indexed column of both whose values select few
   * rows.
   */
  facets?: { from: RawBuilder<unknown>; rows: RawBuilder<number>; fields: readonly string[]; narrowBy: RawBuilder<unknown> }
  defaultSort: string
  /** True if `from` is expensive. It is then read once for all rows, which are counted and sorted afterwards. */
  expensive?: true
  /** True if most callers see few rows. These are then collected and sorted, because the rows in the sort order are mostly invisible. */
  narrow?: true
  rank?: RawBuilder<number>
}

export interface Order {
  by: RawBuilder<unknown>
  descending: boolean
  nullsLast?: true
}

function throwInvalidSort(list: ListDefinition, name: string): never {
  const sortable = Object.keys(list.fields).filter((key) => list.fields[key]?.column && list.fields[key]?.sort !== false)
  const message = `You can’t sort by "${name.slice(0, 60)}". Fields: ${sortable.join(', ')}.`
  throw new Failure('invalidFilter', message, { errors: [{ field: 'sort', message }] })
}

/**
 * The order is complete and stable. Rows with equal values are ordered by ID in the direction of the last field, so that one index serves
 * both directions.
 */
export function orderOf(list: ListDefinition, sort: string): Order[] {
  const names = sort
    .split(',')
    .map((sortTerm) => sortTerm.trim())
    .filter(Boolean)
  const order: Order[] = []
  let previousTerm: string | undefined
  for (const sortTerm of names) {
    const name = sortTerm.replace(/^[-+]/, '')
    const field = Object.hasOwn(list.fields, name) ? list.fields[name] : undefined
    if (!field?.column || field.sort === false) throwInvalidSort(list, name)
    order.push({ by: field.column, descending: sortTerm.startsWith('-'), ...(field.nullsLast ? { nullsLast: true } : {}) })
    previousTerm = field.type
  }
  const descending = order.at(-1)?.descending ?? false
  if (previousTerm === 'enum' && list.name) order.push({ by: list.name, descending })
  return [...order, { by: list.id, descending }]
}

export const direction = ({ descending, nullsLast }: Order) => (descending ? (nullsLast ? sql` desc nulls last` : sql` desc`) : sql``)

export function whereOf(conditions: RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

export function withFuzzyMatching<T>(db: Db, callback: (tx: Db) => Promise<T>): Promise<T> {
  const relaxThreshold = async (tx: Db) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${similarityThreshold}, true)`.execute(tx)
    return callback(tx)
  }
  return db.isTransaction ? relaxThreshold(db) : inTransaction(db, relaxThreshold)
}

export function canUseFacets(list: ListDefinition, filter: string | undefined): boolean {
  const facetFields = list.facets?.fields
  if (!facetFields) return false
  return !filter || compileConditions(list.fields, filter).every(({ fields }) => fields.every((field) => facetFields.includes(field)))
}

export function conditionsOf(
  list: ListDefinition,
  filter: string | undefined,
  scope: RawBuilder<boolean> | undefined,
): RawBuilder<boolean>[] {
  return [...(scope ? [scope] : []), ...(filter ? [compileFilter(list.fields, filter)] : [])]
}
