import { type RawBuilder, sql } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import {
  canUseFacets,
  conditionsOf,
  direction,
  fuzzyMatchCap,
  type ListDefinition,
  type Order,
  orderOf,
  totalCap,
  whereOf,
  withFuzzyMatching,
} from './listSql.ts'
import { counts, type PageRows, type PageWindow, rank, selectFewOrPage, selectPage, selectPageOrAll } from './pageSql.ts'
import { type Search, searchOf } from './search.ts'

export type { ListDefinition } from './listSql.ts'

const pageNumber = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  default: 1,
  'x-zero-is': 1,
  description: 'Page number, starting at 1; 0 counts as 1.',
})

export const pageSize = (cap: number, size: number) =>
  Type.Integer({
    minimum: 1,
    'x-cap': cap,
    default: size,
    description: `Rows per page, at most ${cap}. Larger values count as ${cap}; \`size\` in the response has the number used.`,
  })

/** Every `/adv` list accepts these parameters (`product.md`, Lists). */
export const ListQuery = Type.Object(
  {
    page: Type.Optional(pageNumber),
    size: Type.Optional(pageSize(200, 25)),
    sort: Type.Optional(
      Type.String({ maxLength: 200, description: 'Fields to sort by, with `-` for descending order, such as `name,-createdAt`.' }),
    ),
    filter: Type.Optional(
      Type.String({ maxLength: 4_000, description: 'Filter in RSQL, such as `status==active;environment=in=(production,test)`.' }),
    ),
    search: Type.Optional(Type.String({ maxLength: 200, description: 'Search text. If nothing matches exactly, close spellings match.' })),
    total: Type.Optional(
      Type.Enum([...counts], {
        default: 'capped',
        description: `How \`total\` is counted: \`none\` doesn’t count, \`capped\` stops at ${totalCap}, \`exact\` counts everything. Lists without a total ignore this parameter.`,
      }),
    ),
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

export const wholeSize = 1_000
export const InMemoryListQuery = Type.Object(
  { ...ListQuery.properties, size: Type.Optional(pageSize(wholeSize, wholeSize)) },
  { additionalProperties: false },
)

const nextPage = Type.Union([Type.Integer(), Type.Null()], { description: 'Number of the next page; null on the last page.' })

export const pageInfo = {
  page: Type.Integer(),
  size: Type.Integer({ description: 'Maximum number of rows on this page.' }),
  total: Type.Integer({ description: `Number of matching rows; by default counted up to ${totalCap}.` }),
  totalIsCapped: Type.Boolean({ description: 'True if there are more than `total`.' }),
}

export const Page = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item), ...pageInfo })

export const PageWithNext = <T extends TSchema>(item: T) => Type.Object({ ...Page(item).properties, nextPage })

export function nextPageOf({ page, size, total, totalIsCapped = false }: PageInfo, shownCount: number): number | null {
  return page * size < total || (totalIsCapped && shownCount === size) ? page + 1 : null
}
interface PageInfo {
  page: number
  size: number
  total: number
  totalIsCapped?: boolean
}

export const searchSize = 20
export const SearchQuery = Type.Object(
  {
    ...Type.Omit(ListQuery, ['search']).properties,
    size: Type.Optional(pageSize(200, searchSize)),
    searchTerm: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  },
  { additionalProperties: false },
)

export function nextLink(path: string, query: object, page: PageInfo, shownCount: number): { link: string; 'x-more': string } | undefined {
  const next = nextPageOf(page, shownCount)
  if (next === null) return undefined
  const pageParameters = { page: next, size: page.size }
  const parameters = Object.entries({ ...pageParameters, ...query, ...pageParameters }).map(([name, value]) => [name, String(value)])
  return { link: `<${path}?${new URLSearchParams(parameters)}>; rel="next"`, 'x-more': 'true' }
}

export type PageRowReader<T> = (db: Db, statement: RawBuilder<PageRows>) => Promise<{ items: T[]; total: number | null }>

const readIds: PageRowReader<string> = async (db, statement) => {
  const { ids, total } = (await statement.execute(db)).rows[0]!
  return { items: ids, total }
}

async function findBySearch<T>(
  db: Db,
  list: ListDefinition,
  search: Search,
  otherConditions: RawBuilder<boolean>[],
  requestedWindow: PageWindow & { sort: string | undefined },
  readRows: PageRowReader<T>,
) {
  const { sort, order } = requestedWindow
  const rankedWindow = (by: RawBuilder<unknown>): PageWindow => ({
    ...requestedWindow,
    order: sort ? order : [{ by, descending: true }, ...order],
  })
  const exactConditions = [...otherConditions, search.literal]
  const pageRows = await readRows(db, rank(list, exactConditions, rankedWindow(search.rank), totalCap))
  // If a condition has this many matches, an index in the sort order finds a page of them immediately.
  if (pageRows.total! > totalCap) return { ...(await readRows(db, selectPage(list, exactConditions, requestedWindow))), cap: totalCap }
  if (pageRows.total! > 0 || !search.fuzzyMatch) return { ...pageRows, cap: totalCap }
  const fuzzyResult = await withFuzzyMatching(db, async (tx) => {
    const { where: sqlCondition, similarity } = await search.fuzzyMatch!(tx)
    return readRows(tx, rank(list, [...otherConditions, sqlCondition], rankedWindow(similarity), fuzzyMatchCap))
  })
  return { ...fuzzyResult, cap: fuzzyMatchCap }
}

export function pageStatement(
  definition: ListDefinition,
  { sort, filter }: ListQuery,
  requestedWindow: Omit<PageWindow, 'order'>,
  scope?: RawBuilder<boolean>,
) {
  const list = filter || !definition.unfilteredFrom ? definition : { ...definition, from: definition.unfilteredFrom }
  const conditions = conditionsOf(list, filter, scope)
  const order = [...(list.rank && !sort ? [{ by: list.rank, descending: true }] : []), ...orderOf(list, sort ?? list.defaultSort)]
  if (list.expensive) return rank(list, conditions, { ...requestedWindow, order })
  if (list.narrow) return selectFewOrPage(list, conditions, { ...requestedWindow, order })
  // Without a filter, the page can be read from the index directly, and no rows have to be counted.
  const isCounted = requestedWindow.count !== 'none' || Boolean(filter)
  return (isCounted && conditions.length > 0 && canUseFacets(list, filter) ? selectPageOrAll : selectPage)(list, conditions, {
    ...requestedWindow,
    order,
  })
}

export function pageWindow({ page = 1, size = 25, total = 'capped' }: ListQuery): Omit<PageWindow, 'order'> {
  return { size, skip: (page - 1) * size, count: total }
}

/** If nothing was counted, `total` is the number known so far. */
export function pageOf<T>(query: ListQuery, pageRows: { items: T[]; total: number | null }, cap: number) {
  const { size, skip, count } = pageWindow(query)
  const page = query.page ?? 1
  const items = pageRows.items.slice(0, size)
  if (pageRows.total === null) {
    const countedTotal = items.length > 0 ? skip + items.length : 0
    return { items, page, size, total: countedTotal, totalIsCapped: pageRows.items.length > size }
  }
  const max = count === 'exact' && cap === totalCap ? Number.POSITIVE_INFINITY : cap
  return { items, page, size, total: Math.min(pageRows.total, max), totalIsCapped: pageRows.total > max }
}

/** @param scope a condition that always applies, such as the visibility for the caller */
export async function loadPage<T>(
  db: Db,
  list: ListDefinition,
  query: ListQuery,
  scope: RawBuilder<boolean> | undefined,
  readRows: PageRowReader<T>,
) {
  const search = query.search ? searchOf(list, query.search) : undefined
  if (!search) return pageOf(query, await readRows(db, pageStatement(list, query, pageWindow(query), scope)), totalCap)
  const requestedWindow = { ...pageWindow(query), order: orderOf(list, query.sort ?? list.defaultSort), sort: query.sort }
  const { cap, ...pageRows } = await findBySearch(db, list, search, conditionsOf(list, query.filter, scope), requestedWindow, readRows)
  return pageOf(query, pageRows, cap)
}

/** Finds one page of IDs in order. Rows are fetched afterwards, so that deep pages skip index entries instead of rows. */
export async function findPage(db: Db, list: ListDefinition, query: ListQuery, scope?: RawBuilder<boolean>) {
  const { items: ids, ...page } = await loadPage(db, list, query, scope, readIds)
  return { ids, ...page }
}

export function sortByIds<T extends { id: string }>(ids: string[], rows: T[]): T[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowsById.get(id) ?? [])
}

/**
 * Returns the statement that selects all IDs of a list in order, for reading through a cursor.
 * @param tx the transaction that reads; the threshold for misspelt words is set in it
 */
export async function listAllIds(tx: Db, list: ListDefinition, query: Omit<ListQuery, 'page' | 'size'>, scope?: RawBuilder<boolean>) {
  const conditions = conditionsOf(list, query.filter, scope)
  const order = orderOf(list, query.sort ?? list.defaultSort)
  const statement = (sqlCondition: RawBuilder<boolean>[], by: Order[], limit?: number) =>
    sql<{ id: string }>`select ${list.id} as id from ${list.from} ${whereOf(sqlCondition)}
      order by ${sql.join(by.map((orderTerm) => sql`${orderTerm.by}${direction(orderTerm)}`))} ${limit ? sql`limit ${limit}` : sql``}`
  const search = query.search ? searchOf(list, query.search) : undefined
  if (!search) return statement(conditions, order)
  const rankedWindow = (by: RawBuilder<unknown>) => (query.sort ? order : [{ by, descending: true }, ...order])
  const literal = [...conditions, search.literal]
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select from ${list.from} ${whereOf(literal)} limit ${totalCap + 1}) counted`.execute(tx)
  const total = rows[0]?.total ?? 0
  if (total > 0 || !search.fuzzyMatch) return statement(literal, total > totalCap ? order : rankedWindow(search.rank))
  return withFuzzyMatching(tx, async () => {
    const { where: sqlCondition, similarity } = await search.fuzzyMatch!(tx)
    return statement([...conditions, sqlCondition], rankedWindow(similarity), fuzzyMatchCap)
  })
}
