import { type RawBuilder, sql } from 'kysely'
import { direction, type ListDefinition, type Order, totalCap, whereOf } from './listSql.ts'

/** A list counts no rows, rows up to `totalCap`, or all rows. */
export const counts = ['none', 'capped', 'exact'] as const
export type Count = (typeof counts)[number]

/** A row of the statement for a page. Without a count, the IDs include the first ID of the next page. */
export interface Found {
  ids: string[]
  total: number | null
}

export interface Cut {
  order: Order[]
  size: number
  /** A number, or the placeholder for it in a compiled statement. */
  skip: number
  count: Count
}

/**
 * Common page sizes are written into the statement, because PostgreSQL plans a page of unknown size each time. Each size is also listed
 * with one more row, which is the first row of the next page.
 */
const defaultLimits = new Map([
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
const limitRows = (rows: number) => defaultLimits.get(rows) ?? sql`limit ${rows}`

function limitOf({ size, skip, count }: Cut): RawBuilder<unknown> {
  const limit = limitRows(count === 'none' ? size + 1 : size)
  return skip === 0 ? limit : sql`${limit} offset ${skip}`
}

const orderBy = (order: Order[]) => sql.join(order.map((orderTerm) => sql`${orderTerm.by}${direction(orderTerm)}`))
const columnsOf = (order: Order[]) => sql.join(order.map(({ by }, index) => sql`${by} as ${sql.ref(`by_${index}`)}`))
const orderByColumns = (order: Order[]) => sql.join(order.map((orderTerm, index) => sql`${sql.ref(`by_${index}`)}${direction(orderTerm)}`))

/** Reads the page and the total in one statement. Both parts stop early, and the page can use an index. */
export function selectPage(list: ListDefinition, conditions: RawBuilder<boolean>[], pageCut: Cut): RawBuilder<Found> {
  const sqlCondition = whereOf(conditions)
  const countLimit = pageCut.count === 'exact' ? sql`` : sql`limit ${totalCap + 1}`
  const total =
    pageCut.count === 'none'
      ? sql`null::bigint`
      : sql`(select count(*) from (select from ${list.from} ${sqlCondition} ${countLimit}) counted)`
  return sql<Found>`select
    array(select ${list.id} from ${list.from} ${sqlCondition} order by ${orderBy(pageCut.order)} ${limitOf(pageCut)}) as ids, ${total} as total`
}

/** Largest number of index entries that are read for a page. Above this number, the matching rows are collected and sorted instead. */
const maxOrderedWalk = 50_000

/**
 * Takes the total from the facets, so that no rows are counted. Rare rows are collected and sorted instead of searched for in the whole
 * index.
 */
export function selectPageOrAll(list: ListDefinition, conditions: RawBuilder<boolean>[], requestedCut: Cut): RawBuilder<Found> {
  const facets = list.facets!
  const pageCut: Cut = { ...requestedCut, count: 'exact' }
  const sqlCondition = whereOf(conditions)
  const narrowedCondition = sql<boolean>`${facets.narrowBy} = any (array(select ${facets.narrowBy} from ${facets.from} ${sqlCondition} and ${facets.rows} > 0))`
  // PostgreSQL runs only the branch whose condition is true.
  return sql<Found>`select case
      when total = 0 then array(select ${list.id} from ${list.from} where false)
      when total > ${totalCap} or (${pageCut.skip}::float8 + ${pageCut.size}) * everything <= total::float8 * ${maxOrderedWalk} then
        array(select ${list.id} from ${list.from} ${sqlCondition} order by ${orderBy(pageCut.order)} ${limitOf(pageCut)})
      else array(with few as materialized (select ${list.id} as id, ${columnsOf(pageCut.order)} from ${list.from} ${sqlCondition} and ${narrowedCondition})
        select id from few order by ${orderByColumns(pageCut.order)} ${limitOf(pageCut)}) end as ids, total
    from (select coalesce(sum(${facets.rows}) filter (${sqlCondition}), 0)::bigint as total, coalesce(sum(${facets.rows}), 0)::bigint as everything
      from ${facets.from}) counted`
}

/** Reads every match, up to `cap` + 1, and ranks them. This suits a search in a trigram index. */
export function rank(list: ListDefinition, conditions: RawBuilder<boolean>[], requestedCut: Cut, cap?: number): RawBuilder<Found> {
  const pageCut: Cut = { ...requestedCut, count: 'exact' }
  return sql<Found>`with matches as materialized (
      select ${list.id} as id, ${columnsOf(pageCut.order)} from ${list.from} ${whereOf(conditions)} ${cap === undefined ? sql`` : sql`limit ${cap + 1}`})
    select array(select id from matches order by ${orderByColumns(pageCut.order)} ${limitOf(pageCut)}) as ids, (select count(*) from matches) as total`
}
