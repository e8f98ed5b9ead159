import type { Db } from './database.ts'

/** The same database for work that can be told to stop: after that its next statement throws, which rolls an open transaction back. */
export function untilAborted(db: Db, signal: AbortSignal): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      signal.throwIfAborted()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}
