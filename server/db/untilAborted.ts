import type { Db } from './database.ts'

/** Wraps a database so that a task can be cancelled. After the abort, the next statement throws, and an open transaction is rolled back. */
export function untilAborted(db: Db, signal: AbortSignal): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      signal.throwIfAborted()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}
