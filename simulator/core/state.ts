import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A collection stores objects of one kind as JSON under a string id. Values are copies: set an object again to change it. */
export interface Collection<T> {
  get(id: string): T | undefined
  set(id: string, value: T): void
  delete(id: string): boolean
  /** Sorts by id; with a prefix, only ids that start with it. */
  values(idPrefix?: string): T[]
  find(predicate: (value: T) => boolean): T | undefined
}

/** The state is on disk before each call returns, so it survives a killed process. */
export interface SimState {
  collection<T>(name: string): Collection<T>
  /** Runs `work` in one transaction. `work` must not await. */
  atomically<T>(work: () => T): T
  close(): void
}

export function openState(file: string): SimState {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS things (
      collection TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (collection, id)
    ) WITHOUT ROWID, STRICT`)
  const get = database.prepare('SELECT value FROM things WHERE collection = ? AND id = ?')
  const set = database.prepare('INSERT INTO things VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const remove = database.prepare('DELETE FROM things WHERE collection = ? AND id = ?')
  const range = database.prepare('SELECT value FROM things WHERE collection = ? AND id >= ? AND id < ? ORDER BY id')
  const parse = <T>(row: unknown): T => JSON.parse((row as { value: string }).value) as T

  const collection = <T>(name: string): Collection<T> => {
    const values = (idPrefix = ''): T[] => range.all(name, idPrefix, `${idPrefix}\u{10FFFF}`).map((row) => parse<T>(row))
    return {
      get(id) {
        const row = get.get(name, id)
        return row === undefined ? undefined : parse<T>(row)
      },
      set: (id, value) => void set.run(name, id, JSON.stringify(value)),
      delete: (id) => remove.run(name, id).changes > 0,
      values,
      find: (predicate) => values().find(predicate),
    }
  }

  const atomically = <T>(work: () => T): T => {
    database.exec('BEGIN')
    try {
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  return { collection, atomically, close: () => database.close() }
}
