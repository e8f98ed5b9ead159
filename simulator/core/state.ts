import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A collection stores objects of one kind as JSON under a string ID. Values are copies: set an object again to change it. */
interface Collection<T> {
  get(id: string): T | undefined
  set(id: string, value: T): void
  delete(id: string): boolean
  /** Returns the values in the order of their IDs; with a prefix, only values whose ID starts with it. */
  values(idPrefix?: string): T[]
  find(predicate: (value: T) => boolean): T | undefined
}

/** The state is on disk before each call returns, so it survives a killed process. */
export interface SimState {
  collection<T>(name: string): Collection<T>
  /** Runs `callback` in one transaction. It must not await. */
  atomically<T>(callback: () => T): T
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
  const set = database.prepare('INSERT INTO things VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const remove = database.prepare('DELETE FROM things WHERE collection = ? AND id = ?')
  const all = database.prepare('SELECT id, value FROM things WHERE collection = ?')
  /**
   * Holds each collection in memory as it is on disk, because most calls read many objects and write few. Each change is written to the
   * disk first.
   */
  const loadedCollections = new Map<string, LoadedCollection>()
  const load = (name: string): LoadedCollection => {
    const cached = loadedCollections.get(name)
    if (cached) return cached
    const rows = all.all(name) as { id: string; value: string }[]
    const loaded = { jsonById: new Map(rows.map(({ id, value }) => [id, value])), ids: rows.map(({ id }) => id).sort() }
    loadedCollections.set(name, loaded)
    return loaded
  }

  const collection = <T>(name: string): Collection<T> => {
    const parse = (json: string): T => JSON.parse(json) as T
    const values = (idPrefix = ''): T[] => {
      const { jsonById, ids } = load(name)
      const start = indexFrom(ids, idPrefix)
      let end = start
      while (ids[end]?.startsWith(idPrefix)) end++
      return ids.slice(start, end).map((id) => parse(jsonById.get(id)!))
    }
    return {
      get(id) {
        const json = load(name).jsonById.get(id)
        return json === undefined ? undefined : parse(json)
      },
      set(id, value) {
        const { jsonById, ids } = load(name)
        const json = JSON.stringify(value)
        set.run(name, id, json)
        if (!jsonById.has(id)) ids.splice(indexFrom(ids, id), 0, id)
        jsonById.set(id, json)
      },
      delete(id) {
        const { jsonById, ids } = load(name)
        if (!jsonById.has(id)) return false
        remove.run(name, id)
        ids.splice(indexFrom(ids, id), 1)
        jsonById.delete(id)
        return true
      },
      values,
      find: (predicate) => values().find(predicate),
    }
  }

  const atomically = <T>(callback: () => T): T => {
    database.exec('BEGIN')
    try {
      const result = callback()
      database.exec('COMMIT')
      return result
    } catch (error) {
      loadedCollections.clear()
      database.exec('ROLLBACK')
      throw error
    }
  }

  return { collection, atomically, close: () => database.close() }
}

interface LoadedCollection {
  jsonById: Map<string, string>
  ids: string[]
}

function indexFrom(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}
