import { type RawBuilder, sql } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import { type Db, inTransaction } from '../db/database.ts'
import { Failure } from './errors.ts'
import { compileFilter, type ListFields, operatorsOf } from './filter.ts'
import { type Search, searchOf } from './search.ts'

/** Page, size, sort, filter and search as every `/adv` list takes them (`product.md` Lists). */
export const ListQuery = Type.Object(
  {
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page, counted from 1.' })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25, description: 'Rows a page.' })),
    sort: Type.Optional(Type.String({ maxLength: 200, description: 'Fields, `-` for descending: `name,-createdAt`.' })),
    filter: Type.Optional(Type.String({ maxLength: 4_000, description: 'RSQL: `status==active;environment=in=(production,test)`.' })),
    search: Type.Optional(
      Type.String({ maxLength: 200, description: 'Free text; typing errors are forgiven where nothing matches to the letter.' }),
    ),
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

/** Counting stops here: an exact total of a million rows would cost ten times the page itself. */
export const totalCap = 10_000
/** Near misses beyond these are not ranked. */
const nearMissCap = 2_000
/** Lower than PostgreSQL's 0.6, so that two swapped letters are forgiven. */
const similarityThreshold = '0.5'

export function Page<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    page: Type.Integer(),
    size: Type.Integer(),
    total: Type.Integer({ description: `Exact unless capped; at most ${totalCap}.` }),
    totalIsCapped: Type.Boolean({ description: 'There are more than `total`.' }),
  })
}

export const ListOptions = Type.Object({
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      type: Type.String(),
      operators: Type.Array(Type.String()),
      sortable: Type.Boolean(),
      values: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String(), count: Type.Integer() }))),
    }),
  ),
})
export const OptionsQuery = Type.Pick(ListQuery, ['filter', 'search'], { additionalProperties: false })

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
  defaultSort: string
}

interface Order {
  by: RawBuilder<unknown>
  descending: boolean
}
interface Found {
  ids: string[]
  total: number
}

function badSort(list: ListDefinition, name: string): never {
  const sortable = Object.keys(list.fields).filter((key) => list.fields[key]?.column && list.fields[key]?.sort !== false)
  const message = `Cannot sort by "${name.slice(0, 60)}". Fields: ${sortable.join(', ')}.`
  throw new Failure('invalidRequest', message, { errors: [{ field: 'sort', message }] })
}

/** Total and stable: the id breaks ties, in the direction of the last field, so that one index serves both ways. */
function orderOf(list: ListDefinition, sort: string): Order[] {
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
    order.push({ by: field.column, descending: part.startsWith('-') })
    last = field.type
  }
  const descending = order.at(-1)?.descending ?? false
  if (last === 'enum' && list.name) order.push({ by: list.name, descending })
  return [...order, { by: list.id, descending }]
}

const direction = ({ descending }: Order) => (descending ? sql` desc` : sql``)

function whereOf(conditions: RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** Page and total in one statement; both stop early, and the page can follow an index. */
async function walk(
  db: Db,
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  order: Order[],
  size: number,
  skip: number,
): Promise<Found> {
  const where = whereOf(conditions)
  const by = sql.join(order.map((part) => sql`${part.by}${direction(part)}`))
  const found = await sql<Found>`select
    array(select ${list.id} from ${list.from} ${where} order by ${by} limit ${size} offset ${skip}) as ids,
    (select count(*) from (select from ${list.from} ${where} limit ${totalCap + 1}) counted) as total`.execute(db)
  return found.rows[0]!
}

/** Takes every match, `cap` + 1 at most, and ranks them: what a search in a trigram index is good at. */
async function rank(
  db: Db,
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  order: Order[],
  { size, skip, cap }: { size: number; skip: number; cap: number },
): Promise<Found> {
  const columns = order.map(({ by }, index) => sql`${by} as ${sql.ref(`by_${index}`)}`)
  const by = sql.join(order.map((part, index) => sql`${sql.ref(`by_${index}`)}${direction(part)}`))
  const found = await sql<Found>`with found as materialized (
      select ${list.id} as id, ${sql.join(columns)} from ${list.from} ${whereOf(conditions)} limit ${cap + 1})
    select array(select id from found order by ${by} limit ${size} offset ${skip}) as ids, (select count(*) from found) as total`.execute(
    db,
  )
  return found.rows[0]!
}

async function findBySearch(
  db: Db,
  list: ListDefinition,
  search: Search,
  others: RawBuilder<boolean>[],
  query: { sort: string | undefined; size: number; skip: number },
): Promise<Found & { cap: number }> {
  const { sort, size, skip } = query
  const order = orderOf(list, sort ?? list.defaultSort)
  const ranked = (by: RawBuilder<unknown>) => (sort ? order : [{ by, descending: true }, ...order])
  const exact = [...others, search.literal]
  const found = await rank(db, list, exact, ranked(search.fit), { size, skip, cap: totalCap })
  // Too many to rank: then they are dense enough for an index on the order to find a page of them at once.
  if (found.total > totalCap) return { ...(await walk(db, list, exact, order, size, skip)), cap: totalCap }
  if (found.total > 0 || !search.near) return { ...found, cap: totalCap }
  const near = [...others, search.near.where]
  const nearest = ranked(search.near.similarity)
  const forgiven = await forgiving(db, (tx) => rank(tx, list, near, nearest, { size, skip, cap: nearMissCap }))
  return { ...forgiven, cap: nearMissCap }
}

/** Runs `work` where near misses are measured by our own threshold. */
function forgiving<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const forgive = async (tx: Db) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${similarityThreshold}, true)`.execute(tx)
    return work(tx)
  }
  return db.isTransaction ? forgive(db) : inTransaction(db, forgive)
}

function conditionsOf(list: ListDefinition, filter: string | undefined, scope: RawBuilder<boolean> | undefined): RawBuilder<boolean>[] {
  return [...(scope ? [scope] : []), ...(filter ? [compileFilter(list.fields, filter)] : [])]
}

/**
 * Finds one page of ids, in order. Rows are fetched after, so that deep pages skip over index entries and not over rows.
 * @param scope a condition that always holds, such as what the caller may see
 */
export async function findPage(db: Db, list: ListDefinition, query: ListQuery, scope?: RawBuilder<boolean>) {
  const page = query.page ?? 1
  const size = query.size ?? 25
  const skip = (page - 1) * size
  const conditions = conditionsOf(list, query.filter, scope)
  const search = query.search ? searchOf(list, query.search) : undefined
  const { ids, total, cap } = search
    ? await findBySearch(db, list, search, conditions, { sort: query.sort, size, skip })
    : { ...(await walk(db, list, conditions, orderOf(list, query.sort ?? list.defaultSort), size, skip)), cap: totalCap }
  return { ids, page, size, total: Math.min(total, cap), totalIsCapped: total > cap }
}

/** Puts rows fetched by id back into the order of the page. */
export function inOrder<T extends { id: string }>(ids: string[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Labels = Record<string, Record<string, string>>

/**
 * What `/options` answers: fields, types, operators, and the values of enumerated fields with counts under the other conditions.
 * @param labels what to call the values of a field; a field of another type that has labels is enumerated too
 */
export async function describeList(
  db: Db,
  list: ListDefinition,
  query: Static<typeof OptionsQuery>,
  scope?: RawBuilder<boolean>,
  labels: Labels = {},
) {
  const conditions = conditionsOf(list, query.filter, scope)
  const search = query.search ? searchOf(list, query.search) : undefined
  const counted = Object.entries(list.fields).filter(([name, field]) => field.column && (field.type === 'enum' || labels[name]))
  const columns = counted.map(([, field]) => field.column!)
  let counts = await countValues(db, list, search ? [...conditions, search.literal] : conditions, columns)
  const near = search?.near?.where
  if (near && counts.every((values) => values.length === 0))
    counts = await forgiving(db, (tx) => countValues(tx, list, [...conditions, near], columns))
  const fields = Object.entries(list.fields).map(([name, field]) => {
    const described = {
      name,
      label: field.label,
      type: field.type,
      operators: [...operatorsOf(field)],
      sortable: field.column !== undefined && field.sort !== false,
    }
    const at = counted.findIndex(([candidate]) => candidate === name)
    if (at < 0) return described
    const values = counts[at]!.map(({ value, count }) => ({ value, label: labels[name]?.[value] ?? value, count }))
    return { ...described, values }
  })
  return { fields }
}

/** The commonest 200 values of each column, counted in one pass over the rows. */
async function countValues(db: Db, list: ListDefinition, conditions: RawBuilder<boolean>[], columns: RawBuilder<unknown>[]) {
  if (columns.length === 0) return []
  const value = sql.join(columns.map((column) => sql`${column}::text`))
  const sets = sql.join(columns.map((column) => sql`(${column})`))
  const rows = await sql<{ value: string | null; set: number; count: number }>`
    select coalesce(${value}) as value, grouping(${sql.join(columns)}) as set, count(*) as count
    from ${list.from} ${whereOf(conditions)} group by grouping sets (${sets}) order by count(*) desc, 1`.execute(db)
  return columns.map((_, index) => {
    // One bit a column, the last one lowest, and 0 for the column that was grouped by.
    const set = (2 ** columns.length - 1) & ~(2 ** (columns.length - 1 - index))
    return rows.rows.filter((row) => row.set === set && row.value !== null).slice(0, 200) as { value: string; count: number }[]
  })
}
