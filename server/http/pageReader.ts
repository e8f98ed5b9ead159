import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { cutOf, type ListDefinition, type ListQuery, pageOf, pageStatement, type ReadFound, readPage } from './list.ts'
import { totalCap } from './listSql.ts'
import type { Found } from './pageSql.ts'

/** Limit on compiled statements of a list, because their filters come from callers. */
const maxCompiled = 200

type PageRow<R> = R & { found_total: number | null; found_at: number | null }

/**
 * Reads IDs, total and rows of a page in one statement, which is built once for each sort and filter.
 * @param scope a condition that always applies and doesn't depend on the caller
 * @param rowsOf selects the rows with the given IDs
 */
export function pageReader<R extends { id: string }>(
  scope: RawBuilder<boolean>,
  id: RawBuilder<string>,
  rowsOf: (db: Db) => SelectQueryBuilder<Database, never, R>,
) {
  type Compiled = (db: Db, values: { skip: number }) => Promise<PageRow<R>[]>
  const known = new Map<ListDefinition, Map<string, Compiled>>()
  const ids = sql`found.ids`

  function withRows(db: Db, statement: RawBuilder<Found>): RawBuilder<PageRow<R>> {
    const rows = rowsOf(db)
      .select(sql<number>`array_position(${ids}, ${id})`.as('found_at') as never)
      .where(sql<boolean>`${id} = any (${ids})`)
    return sql<PageRow<R>>`with found as materialized (${statement})
      select found.total as found_total, page.* from found left join lateral (${rows}) page on true`
  }
  /** A page without rows has one row with its total. */
  function inOrder(rows: PageRow<R>[]) {
    const items = rows.filter(({ found_at }) => found_at !== null).sort((one, other) => one.found_at! - other.found_at!)
    return { items: items as R[], total: rows[0]!.found_total }
  }
  const read: ReadFound<R> = async (db, statement) => inOrder((await withRows(db, statement).execute(db)).rows)

  function compiledFor(list: ListDefinition, query: ListQuery): Compiled {
    const compiled = known.get(list) ?? new Map<string, Compiled>()
    known.set(list, compiled)
    const { skip, ...cut } = cutOf(query)
    const key = JSON.stringify([query.sort, query.filter, cut, skip === 0])
    const found =
      compiled.get(key) ??
      compileOnce<{ skip: number }, PageRow<R>>((db, slots) => ({
        compile: () => withRows(db, pageStatement(list, query, { ...cut, skip: skip === 0 ? 0 : slots.skip }, scope)).compile(db),
      }))
    compiled.delete(key)
    compiled.set(key, found)
    if (compiled.size > maxCompiled) compiled.delete(compiled.keys().next().value!)
    return found
  }

  return async (db: Db, list: ListDefinition, query: ListQuery) => {
    if (query.search) return readPage(db, list, query, scope, read)
    return pageOf(query, inOrder(await compiledFor(list, query)(db, { skip: cutOf(query).skip })), totalCap)
  }
}
