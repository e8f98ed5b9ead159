import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/**
 * Builds a statement when it is first used, and afterwards only sends its values, because building takes longer than PostgreSQL needs to
 * find rows by key. `build` must return the same statement for all values.
 */
export function compileOnce<V extends object, R>(build: (db: Db, values: V) => Compilable<R>): (db: Db, values: V) => Promise<R[]> {
  const names = new Map<unknown, keyof V>()
  const slots = new Proxy({} as V, {
    get: (_, name) => {
      const slot = {}
      names.set(slot, name as keyof V)
      return slot
    },
  })
  let cachedQuery: CompiledQuery<R> | undefined
  return async (db, values) => {
    cachedQuery ??= build(db, slots).compile()
    const parameters = cachedQuery.parameters.map((parameter) => {
      const name = names.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    return (await db.executeQuery<R>({ ...cachedQuery, parameters })).rows
  }
}
