import pg from 'pg'
import { recordRestore } from './backup/recordRestore.ts'
import { databaseOver } from './db/databaseOver.ts'
import { migrate } from './migrate.ts'

/**
 * Records that this database was restored by other means, such as to a point in time, so that Slipway pauses. Migrates the database first,
 * as at a start. A restore that already waits for its acceptance is replaced, so that its report can't be accepted, and all sessions end
 * again.
 * @param url connection string of the role that owns the tables
 * @returns whether a waiting restore was replaced
 */
export async function markRestore(url: string, runtimeUrl: string, restoredBy: string): Promise<boolean> {
  await migrate(url, runtimeUrl)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // The statement in progress reports the error.
  await client.connect()
  try {
    const db = databaseOver(client)
    await client.query('begin')
    await client.query('lock table database_restores in share row exclusive mode')
    // During a pause, the audit trail continues, so the time of the data is taken from before the pause.
    const { rows } = await client.query<{ openSince: Date | null; at: Date }>(
      `select (select min(data_at) from database_restores where closed_at is null) as "openSince",
        coalesce((select max(at) from audit_events), now()) as at`,
    )
    const { openSince, at } = rows[0]!
    await recordRestore(db, { kind: 'pointInTime', dataAt: openSince ?? at, restoredBy })
    await client.query('commit')
    return openSince !== null
  } finally {
    await client.end()
  }
}
