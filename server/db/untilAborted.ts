import type { Db } from './database.ts'

/** Wraps a database for cancellable work: after the abort, the next statement throws, which rolls an open transaction back. */
export function untilAborted(db: Db, signal: AbortSignal): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      signal.throwIfAborted()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}
