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
    total: Type.Integer({ description: `Exact unless capped; at most ${totalCap}.` }),
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

interface PageOfIds {
  ids: string[]
  total: number
}

/** Reads page and total in one statement; both stop early, and the page can use an index. */
async function walk(
  db: Db,
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  order: Order[],
  size: number,
  skip: number,
): Promise<PageOfIds> {
  const where = whereOf(conditions)
  const by = sql.join(order.map((part) => sql`${part.by}${direction(part)}`))
  const found = await sql<PageOfIds>`select
    array(select ${list.id} from ${list.from} ${where} order by ${by} limit ${size} offset ${skip}) as ids,
    (select count(*) from (select from ${list.from} ${where} limit ${totalCap + 1}) counted) as total`.execute(db)
  return found.rows[0]!
}

/** Limit on index entries that are walked for a page; above it, the matching rows are collected and sorted. */
const walkable = 50_000

/** Uses facets for the total: nothing is counted, and rare rows are not searched along the whole order. */
async function walkOrGather(
  db: Db,
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  order: Order[],
  size: number,
  skip: number,
): Promise<PageOfIds> {
  const facets = list.facets!
  const where = whereOf(conditions)
  const by = sql.join(order.map((part) => sql`${part.by}${direction(part)}`))
  const columns = sql.join(order.map((part, index) => sql`${part.by} as ${sql.ref(`by_${index}`)}`))
  const gatheredBy = sql.join(order.map((part, index) => sql`${sql.ref(`by_${index}`)}${direction(part)}`))
  const narrowed = sql<boolean>`${facets.narrowBy} = any (array(select ${facets.narrowBy} from ${facets.from} ${where} and ${facets.rows} > 0))`
  // PostgreSQL runs only the matching branch.
  const found = await sql<PageOfIds>`select case
      when total = 0 then array(select ${list.id} from ${list.from} where false)
      when total > ${totalCap} or ${skip + size}::float8 * everything <= total::float8 * ${walkable} then
        array(select ${list.id} from ${list.from} ${where} order by ${by} limit ${size} offset ${skip})
      else array(with few as materialized (select ${list.id} as id, ${columns} from ${list.from} ${where} and ${narrowed})
        select id from few order by ${gatheredBy} limit ${size} offset ${skip}) end as ids, total
    from (select coalesce(sum(${facets.rows}) filter (${where}), 0)::bigint as total, coalesce(sum(${facets.rows}), 0)::bigint as everything
      from ${facets.from}) counted`.execute(db)
  return found.rows[0]!
}

/** Reads every match, up to `cap` + 1, and ranks them, which suits a search in a trigram index. */
async function rank(
  db: Db,
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  order: Order[],
  { size, skip, cap }: { size: number; skip: number; cap?: number },
): Promise<PageOfIds> {
  const columns = order.map(({ by }, index) => sql`${by} as ${sql.ref(`by_${index}`)}`)
  const by = sql.join(order.map((part, index) => sql`${sql.ref(`by_${index}`)}${direction(part)}`))
  const found = await sql<PageOfIds>`with found as materialized (
      select ${list.id} as id, ${sql.join(columns)} from ${list.from} ${whereOf(conditions)} ${cap === undefined ? sql`` : sql`limit ${cap + 1}`})
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
): Promise<PageOfIds & { cap: number }> {
  const { sort, size, skip } = query
  const order = orderOf(list, sort ?? list.defaultSort)
  const ranked = (by: RawBuilder<unknown>) => (sort ? order : [{ by, descending: true }, ...order])
  const exact = [...others, search.literal]
  const found = await rank(db, list, exact, ranked(search.fit), { size, skip, cap: totalCap })
  // This many matches are dense enough for an index on the sort order to find a page immediately.
  if (found.total > totalCap) return { ...(await walk(db, list, exact, order, size, skip)), cap: totalCap }
  if (found.total > 0 || !search.near) return { ...found, cap: totalCap }
  const forgiven = await forgiving(db, async (tx) => {
    const { where, similarity } = await search.near!(tx)
    return rank(tx, list, [...others, where], ranked(similarity), { size, skip, cap: nearMissCap })
  })
  return { ...forgiven, cap: nearMissCap }
}

/**
 * Finds one page of IDs in order. Rows are fetched afterwards, so that deep pages skip index entries instead of rows.
 * @param scope a condition that always applies, such as the caller's visibility
 */
export async function findPage(db: Db, list: ListDefinition, query: ListQuery, scope?: RawBuilder<boolean>) {
  const page = query.page ?? 1
  const size = query.size ?? 25
  const skip = (page - 1) * size
  const conditions = conditionsOf(list, query.filter, scope)
  const search = query.search ? searchOf(list, query.search) : undefined
  const order = [...(list.fit && !query.sort ? [{ by: list.fit, descending: true }] : []), ...orderOf(list, query.sort ?? list.defaultSort)]
  const find = conditions.length > 0 && facetsAnswer(list, query.filter) ? walkOrGather : walk
  const { ids, total, cap } = search
    ? await findBySearch(db, list, search, conditions, { sort: query.sort, size, skip })
    : {
        ...(await (list.dear ? rank(db, list, conditions, order, { size, skip }) : find(db, list, conditions, order, size, skip))),
        cap: totalCap,
      }
  return { ids, page, size, total: Math.min(total, cap), totalIsCapped: total > cap }
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
