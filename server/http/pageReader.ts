import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { type ListDefinition, type ListQuery, loadPage, type PageRowReader, pageOf, pageStatement, pageWindow } from './list.ts'
import { totalCap } from './listSql.ts'
import type { PageRows } from './pageSql.ts'

/** Limit on the compiled statements of a list, because filters come from callers. */
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
  const compiledByList = new Map<ListDefinition, Map<string, Compiled>>()
  const ids = sql`found.ids`

  function withRows(db: Db, statement: RawBuilder<PageRows>): RawBuilder<PageRow<R>> {
    const rows = rowsOf(db)
      .select(sql<number>`array_position(${ids}, ${id})`.as('found_at') as never)
      .where(sql<boolean>`${id} = any (${ids})`)
    return sql<PageRow<R>>`with found as materialized (${statement})
      select found.total as found_total, page.* from found left join lateral (${rows}) page on true`
  }
  function sortRows(rows: PageRow<R>[]) {
    const items = rows.filter(({ found_at }) => found_at !== null).sort((a, b) => a.found_at! - b.found_at!)
    return { items: items as R[], total: rows[0]!.found_total }
  }
  const readRows: PageRowReader<R> = async (db, statement) => sortRows((await withRows(db, statement).execute(db)).rows)

  function compiledFor(list: ListDefinition, query: ListQuery): Compiled {
    const compiledQueries = compiledByList.get(list) ?? new Map<string, Compiled>()
    compiledByList.set(list, compiledQueries)
    const { skip, ...window } = pageWindow(query)
    const key = JSON.stringify([query.sort, query.filter, window, skip === 0])
    const compiledQuery =
      compiledQueries.get(key) ??
      compileOnce<{ skip: number }, PageRow<R>>((db, slots) => ({
        compile: () => withRows(db, pageStatement(list, query, { ...window, skip: skip === 0 ? 0 : slots.skip }, scope)).compile(db),
      }))
    compiledQueries.delete(key)
    compiledQueries.set(key, compiledQuery)
    if (compiledQueries.size > maxCompiled) compiledQueries.delete(compiledQueries.keys().next().value!)
    return compiledQuery
  }

  return async (db: Db, list: ListDefinition, query: ListQuery) => {
    if (query.search) return loadPage(db, list, query, scope, readRows)
    return pageOf(query, sortRows(await compiledFor(list, query)(db, { skip: pageWindow(query).skip })), totalCap)
  }
}
