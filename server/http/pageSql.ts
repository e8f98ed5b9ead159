import { type RawBuilder, sql } from 'kysely'
import { direction, type ListDefinition, type Order, totalCap, whereOf } from './listSql.ts'

/** How far a list counts: not at all, up to `totalCap`, or to the end. */
export const counts = ['none', 'capped', 'exact'] as const
export type Count = (typeof counts)[number]

/** A row of a statement for a page. Without a count, the IDs include the first one of the next page. */
export interface Found {
  ids: string[]
  total: number | null
}

export interface Cut {
  order: Order[]
  size: number
  /** A number, or its slot in a compiled statement. */
  skip: number
  count: Count
}

/** Written into the statement, because PostgreSQL plans a page of unknown size again each time. Each with the first row of the next page. */
const usualLimits = new Map([
  [20, sql`limit 20`],
  [21, sql`limit 21`],
  [25, sql`limit 25`],
  [26, sql`limit 26`],
  [50, sql`limit 50`],
  [51, sql`limit 51`],
  [100, sql`limit 100`],
  [101, sql`limit 101`],
  [200, sql`limit 200`],
  [201, sql`limit 201`],
])
const limitRows = (rows: number) => usualLimits.get(rows) ?? sql`limit ${rows}`

function limitOf({ size, skip, count }: Cut): RawBuilder<unknown> {
  const limit = limitRows(count === 'none' ? size + 1 : size)
  return skip === 0 ? limit : sql`${limit} offset ${skip}`
}

const orderBy = (order: Order[]) => sql.join(order.map((part) => sql`${part.by}${direction(part)}`))
const columnsOf = (order: Order[]) => sql.join(order.map(({ by }, index) => sql`${by} as ${sql.ref(`by_${index}`)}`))
const orderByColumns = (order: Order[]) => sql.join(order.map((part, index) => sql`${sql.ref(`by_${index}`)}${direction(part)}`))

/** Reads page and total in one statement; both stop early, and the page can use an index. */
export function walk(list: ListDefinition, conditions: RawBuilder<boolean>[], cut: Cut): RawBuilder<Found> {
  const where = whereOf(conditions)
  const capped = cut.count === 'exact' ? sql`` : sql`limit ${totalCap + 1}`
  const total = cut.count === 'none' ? sql`null::bigint` : sql`(select count(*) from (select from ${list.from} ${where} ${capped}) counted)`
  return sql<Found>`select
    array(select ${list.id} from ${list.from} ${where} order by ${orderBy(cut.order)} ${limitOf(cut)}) as ids, ${total} as total`
}

/** Limit on index entries that are walked for a page; above it, the matching rows are collected and sorted. */
const walkable = 50_000

/** Uses facets for the total: nothing is counted, and rare rows are not searched along the whole order. */
export function walkOrGather(list: ListDefinition, conditions: RawBuilder<boolean>[], asked: Cut): RawBuilder<Found> {
  const facets = list.facets!
  const cut: Cut = { ...asked, count: 'exact' }
  const where = whereOf(conditions)
  const narrowed = sql<boolean>`${facets.narrowBy} = any (array(select ${facets.narrowBy} from ${facets.from} ${where} and ${facets.rows} > 0))`
  // PostgreSQL runs only the matching branch.
  return sql<Found>`select case
      when total = 0 then array(select ${list.id} from ${list.from} where false)
      when total > ${totalCap} or (${cut.skip}::float8 + ${cut.size}) * everything <= total::float8 * ${walkable} then
        array(select ${list.id} from ${list.from} ${where} order by ${orderBy(cut.order)} ${limitOf(cut)})
      else array(with few as materialized (select ${list.id} as id, ${columnsOf(cut.order)} from ${list.from} ${where} and ${narrowed})
        select id from few order by ${orderByColumns(cut.order)} ${limitOf(cut)}) end as ids, total
    from (select coalesce(sum(${facets.rows}) filter (${where}), 0)::bigint as total, coalesce(sum(${facets.rows}), 0)::bigint as everything
      from ${facets.from}) counted`
}

/** Reads every match, up to `cap` + 1, and ranks them, which suits a search in a trigram index. */
export function rank(list: ListDefinition, conditions: RawBuilder<boolean>[], asked: Cut, cap?: number): RawBuilder<Found> {
  const cut: Cut = { ...asked, count: 'exact' }
  return sql<Found>`with matches as materialized (
      select ${list.id} as id, ${columnsOf(cut.order)} from ${list.from} ${whereOf(conditions)} ${cap === undefined ? sql`` : sql`limit ${cap + 1}`})
    select array(select id from matches order by ${orderByColumns(cut.order)} ${limitOf(cut)}) as ids, (select count(*) from matches) as total`
}
