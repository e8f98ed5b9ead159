import { type RawBuilder, sql } from 'kysely'
import { direction, type ListDefinition, type Order, totalCap, whereOf } from './listSql.ts'

export const counts = ['none', 'capped', 'exact'] as const
type Count = (typeof counts)[number]

export interface PageRows {
  ids: string[]
  total: number | null
}

export interface PageWindow {
  order: Order[]
  size: number
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

function limitOf({ size, skip, count }: PageWindow): RawBuilder<unknown> {
  const limit = limitRows(count === 'none' ? size + 1 : size)
  return skip === 0 ? limit : sql`${limit} offset ${skip}`
}

const orderBy = (order: Order[]) => sql.join(order.map((orderTerm) => sql`${orderTerm.by}${direction(orderTerm)}`))
const columnsOf = (order: Order[]) => sql.join(order.map(({ by }, index) => sql`${by} as ${sql.ref(`by_${index}`)}`))
const orderByColumns = (order: Order[]) => sql.join(order.map((orderTerm, index) => sql`${sql.ref(`by_${index}`)}${direction(orderTerm)}`))

/** Reads the page and the total in one statement. Both parts stop early, and the page can use an index. */
export function selectPage(list: ListDefinition, conditions: RawBuilder<boolean>[], window: PageWindow): RawBuilder<PageRows> {
  const sqlCondition = whereOf(conditions)
  const countLimit = window.count === 'exact' ? sql`` : sql`limit ${totalCap + 1}`
  const total =
    window.count === 'none'
      ? sql`null::bigint`
      : sql`(select count(*) from (select from ${list.from} ${sqlCondition} ${countLimit}) counted)`
  return sql<PageRows>`select
    array(select ${list.id} from ${list.from} ${sqlCondition} order by ${orderBy(window.order)} ${limitOf(window)}) as ids, ${total} as total`
}

/** Largest number of index entries that are read for a page. Above this number, the matching rows are collected and sorted instead. */
const maxOrderedWalk = 50_000

/**
 * Takes the total from the facets, so that no rows are counted. Rare rows are collected and sorted instead of searched for in the whole
 * index.
 */
export function selectPageOrAll(
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  requestedWindow: PageWindow,
): RawBuilder<PageRows> {
  const facets = list.facets!
  const window: PageWindow = { ...requestedWindow, count: 'exact' }
  const sqlCondition = whereOf(conditions)
  const narrowedCondition = sql<boolean>`${facets.narrowBy} = any (array(select ${facets.narrowBy} from ${facets.from} ${sqlCondition} and ${facets.rows} > 0))`
  // PostgreSQL runs only the branch whose condition is true.
  return sql<PageRows>`select case
      when total = 0 then array(select ${list.id} from ${list.from} where false)
      when total > ${totalCap} or (${window.skip}::float8 + ${window.size}) * everything <= total::float8 * ${maxOrderedWalk} then
        array(select ${list.id} from ${list.from} ${sqlCondition} order by ${orderBy(window.order)} ${limitOf(window)})
      else array(with few as materialized (select ${list.id} as id, ${columnsOf(window.order)} from ${list.from} ${sqlCondition} and ${narrowedCondition})
        select id from few order by ${orderByColumns(window.order)} ${limitOf(window)}) end as ids, total
    from (select coalesce(sum(${facets.rows}) filter (${sqlCondition}), 0)::bigint as total, coalesce(sum(${facets.rows}), 0)::bigint as everything
      from ${facets.from}) counted`
}

/** Collects the matches and sorts them. Only if there are more than `totalCap`, the page is read in the sort order. */
export function selectFewOrPage(list: ListDefinition, conditions: RawBuilder<boolean>[], window: PageWindow): RawBuilder<PageRows> {
  const matching = sql`from ${list.from} ${whereOf(conditions)}`
  const totals: Record<Count, RawBuilder<unknown>> = {
    none: sql`null::bigint`,
    capped: sql`found`,
    exact: sql`case when found > ${totalCap} then (select count(*) ${matching}) else found end`,
  }
  return sql<PageRows>`with matches as materialized (
      select ${list.id} as id, ${columnsOf(window.order)} ${matching} limit ${totalCap + 1})
    select case when found > ${totalCap} then array(select ${list.id} ${matching} order by ${orderBy(window.order)} ${limitOf(window)})
      else array(select id from matches order by ${orderByColumns(window.order)} ${limitOf(window)}) end as ids, ${totals[window.count]} as total
    from (select count(*) as found from matches) counted`
}

/** Reads every match, up to `cap` + 1, and ranks them. The statement suits a search in a trigram index. */
export function rank(
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  requestedWindow: PageWindow,
  cap?: number,
): RawBuilder<PageRows> {
  const window: PageWindow = { ...requestedWindow, count: 'exact' }
  return sql<PageRows>`with matches as materialized (
      select ${list.id} as id, ${columnsOf(window.order)} from ${list.from} ${whereOf(conditions)} ${cap === undefined ? sql`` : sql`limit ${cap + 1}`})
    select array(select id from matches order by ${orderByColumns(window.order)} ${limitOf(window)}) as ids, (select count(*) from matches) as total`
}
