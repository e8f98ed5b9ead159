import { sql } from 'kysely'
import { type Db, inTransaction } from './database.ts'
import { maxStatements, type SlowQuery } from './slowQueries.ts'

export async function storeSlowQueries(db: Db, queries: SlowQuery[]): Promise<void> {
  if (queries.length === 0) return
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('slow_queries')
      .values(
        queries
          .toSorted((a, b) => a.fingerprint.localeCompare(b.fingerprint))
          .map(({ totalMs, maxMs, firstSeen, lastSeen, ...rest }) => ({
            ...rest,
            total_ms: Math.round(totalMs),
            max_ms: Math.round(maxMs),
            first_seen: firstSeen,
            last_seen: lastSeen,
          })),
      )
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet((row) => ({
          count: sql`slow_queries.count + excluded.count`,
          total_ms: sql`slow_queries.total_ms + excluded.total_ms`,
          max_ms: sql`greatest(slow_queries.max_ms, excluded.max_ms)`,
          last_seen: row.ref('excluded.last_seen'),
        })),
      )
      .execute()
    await sql`delete from slow_queries where fingerprint in (select fingerprint from slow_queries order by last_seen desc offset ${maxStatements})`.execute(
      tx,
    )
  })
}
