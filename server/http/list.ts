import { type RawBuilder, sql } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import {
  conditionsOf,
  direction,
  facetsAnswer,
  forgiving,
  type ListDefinition,
  nearMissCap,
  type Order,
  orderOf,
  totalCap,
  whereOf,
} from './listSql.ts'
import { type Cut, counts, type Found, rank, walk, walkOrGather } from './pageSql.ts'
import { type Search, searchOf } from './search.ts'

export type { ListDefinition } from './listSql.ts'

const pageNumber = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  default: 1,
  'x-zero-is': 1,
  description: 'Page, starting at 1; 0 counts as 1.',
})

export const pageSize = (cap: number, size: number) =>
  Type.Integer({
    minimum: 1,
    'x-cap': cap,
    default: size,
    description: `Rows per page, at most ${cap}; larger values count as ${cap}, as \`size\` in the answer shows.`,
  })

/** Page, size, sort, filter and search, as every `/adv` list takes them (`product.md`, Lists). */
export const ListQuery = Type.Object(
  {
    page: Type.Optional(pageNumber),
    size: Type.Optional(pageSize(200, 25)),
    sort: Type.Optional(Type.String({ maxLength: 200, description: 'Fields, `-` for descending: `name,-createdAt`.' })),
    filter: Type.Optional(Type.String({ maxLength: 4_000, description: 'RSQL: `status==active;environment=in=(production,test)`.' })),
    search: Type.Optional(Type.String({ maxLength: 200, description: 'Search text; close spellings match if nothing matches exactly.' })),
    total: Type.Optional(
      Type.Enum([...counts], {
        default: 'capped',
        description: `How far \`total\` counts: \`none\` is fastest, \`capped\` stops at ${totalCap}, \`exact\` counts everything. Lists without a total ignore it.`,
      }),
    ),
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

export const wholeSize = 1_000
export const WholeListQuery = Type.Object(
  { ...ListQuery.properties, size: Type.Optional(pageSize(wholeSize, wholeSize)) },
  { additionalProperties: false },
)

const nextPage = Type.Union([Type.Integer(), Type.Null()], { description: 'The next page; null at the end.' })

export function Page<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    page: Type.Integer(),
    size: Type.Integer({ description: 'Page size that was used.' }),
    total: Type.Integer({ description: `Exact unless capped; at most ${totalCap} by default.` }),
    totalIsCapped: Type.Boolean({ description: 'There are more than `total`.' }),
  })
}

export const WholePage = <T extends TSchema>(item: T) => Type.Object({ ...Page(item).properties, nextPage })

export function nextPageOf({ page, size, total, totalIsCapped = false }: PageFacts, shown: number): number | null {
  return page * size < total || (totalIsCapped && shown === size) ? page + 1 : null
}
interface PageFacts {
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

export function nextLink(path: string, query: object, page: PageFacts, shown: number): { link: string; 'x-more': string } | undefined {
  const next = nextPageOf(page, shown)
  if (next === null) return undefined
  const where = { page: next, size: page.size }
  const parameters = Object.entries({ ...where, ...query, ...where }).map(([name, value]) => [name, String(value)])
  return { link: `<${path}?${new URLSearchParams(parameters)}>; rel="next"`, 'x-more': 'true' }
}

/** Runs a statement of `pageSql.ts` and returns what the caller shows, in order. */
export type ReadFound<T> = (db: Db, statement: RawBuilder<Found>) => Promise<{ items: T[]; total: number | null }>

const readIds: ReadFound<string> = async (db, statement) => {
  const { ids, total } = (await statement.execute(db)).rows[0]!
  return { items: ids, total }
}

async function findBySearch<T>(
  db: Db,
  list: ListDefinition,
  search: Search,
  others: RawBuilder<boolean>[],
  cut: Cut & { sort: string | undefined },
  read: ReadFound<T>,
) {
  const { sort, order } = cut
  const ranked = (by: RawBuilder<unknown>): Cut => ({ ...cut, order: sort ? order : [{ by, descending: true }, ...order] })
  const exact = [...others, search.literal]
  const found = await read(db, rank(list, exact, ranked(search.fit), totalCap))
  // This many matches are dense enough for an index on the sort order to find a page immediately.
  if (found.total! > totalCap) return { ...(await read(db, walk(list, exact, cut))), cap: totalCap }
  if (found.total! > 0 || !search.near) return { ...found, cap: totalCap }
  const forgiven = await forgiving(db, async (tx) => {
    const { where, similarity } = await search.near!(tx)
    return read(tx, rank(list, [...others, where], ranked(similarity), nearMissCap))
  })
  return { ...forgiven, cap: nearMissCap }
}

/** The statement for a page of a list without a search. */
export function pageStatement(list: ListDefinition, { sort, filter }: ListQuery, cut: Omit<Cut, 'order'>, scope?: RawBuilder<boolean>) {
  const conditions = conditionsOf(list, filter, scope)
  const order = [...(list.fit && !sort ? [{ by: list.fit, descending: true }] : []), ...orderOf(list, sort ?? list.defaultSort)]
  if (list.dear) return rank(list, conditions, { ...cut, order })
  // Without a filter, every part of the order has rows, and nothing has to be counted.
  const isCounted = cut.count !== 'none' || Boolean(filter)
  return (isCounted && conditions.length > 0 && facetsAnswer(list, filter) ? walkOrGather : walk)(list, conditions, { ...cut, order })
}

export function cutOf({ page = 1, size = 25, total = 'capped' }: ListQuery): Omit<Cut, 'order'> {
  return { size, skip: (page - 1) * size, count: total }
}

/** Presents what was found; without a count, `total` is what is known so far. */
export function pageOf<T>(query: ListQuery, found: { items: T[]; total: number | null }, cap: number) {
  const { size, skip, count } = cutOf(query)
  const page = query.page ?? 1
  const items = found.items.slice(0, size)
  if (found.total === null) {
    const known = items.length > 0 ? skip + items.length : 0
    return { items, page, size, total: known, totalIsCapped: found.items.length > size }
  }
  const max = count === 'exact' && cap === totalCap ? Number.POSITIVE_INFINITY : cap
  return { items, page, size, total: Math.min(found.total, max), totalIsCapped: found.total > max }
}

/** @param scope a condition that always applies, such as the caller's visibility */
export async function readPage<T>(
  db: Db,
  list: ListDefinition,
  query: ListQuery,
  scope: RawBuilder<boolean> | undefined,
  read: ReadFound<T>,
) {
  const search = query.search ? searchOf(list, query.search) : undefined
  if (!search) return pageOf(query, await read(db, pageStatement(list, query, cutOf(query), scope)), totalCap)
  const cut = { ...cutOf(query), order: orderOf(list, query.sort ?? list.defaultSort), sort: query.sort }
  const { cap, ...found } = await findBySearch(db, list, search, conditionsOf(list, query.filter, scope), cut, read)
  return pageOf(query, found, cap)
}

/** Finds one page of IDs in order. Rows are fetched afterwards, so that deep pages skip index entries instead of rows. */
export async function findPage(db: Db, list: ListDefinition, query: ListQuery, scope?: RawBuilder<boolean>) {
  const { items: ids, ...page } = await readPage(db, list, query, scope, readIds)
  return { ids, ...page }
}

export function inOrder<T extends { id: string }>(ids: string[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Returns the statement of all IDs in a list, in order, to be read through a cursor.
 * @param tx the reading transaction, which gets the threshold for misspelt words
 */
export async function everyId(tx: Db, list: ListDefinition, query: Omit<ListQuery, 'page' | 'size'>, scope?: RawBuilder<boolean>) {
  const conditions = conditionsOf(list, query.filter, scope)
  const order = orderOf(list, query.sort ?? list.defaultSort)
  const statement = (where: RawBuilder<boolean>[], by: Order[], limit?: number) =>
    sql<{ id: string }>`select ${list.id} as id from ${list.from} ${whereOf(where)}
      order by ${sql.join(by.map((part) => sql`${part.by}${direction(part)}`))} ${limit ? sql`limit ${limit}` : sql``}`
  const search = query.search ? searchOf(list, query.search) : undefined
  if (!search) return statement(conditions, order)
  const ranked = (by: RawBuilder<unknown>) => (query.sort ? order : [{ by, descending: true }, ...order])
  const literal = [...conditions, search.literal]
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select from ${list.from} ${whereOf(literal)} limit ${totalCap + 1}) counted`.execute(tx)
  const total = rows[0]?.total ?? 0
  if (total > 0 || !search.near) return statement(literal, total > totalCap ? order : ranked(search.fit))
  return forgiving(tx, async () => {
    const { where, similarity } = await search.near!(tx)
    return statement([...conditions, where], ranked(similarity), nearMissCap)
  })
}
