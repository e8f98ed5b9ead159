import pg from 'pg'
import { recordRestore } from './backup/recordRestore.ts'
import { databaseOver } from './db/databaseOver.ts'
import { migrate } from './migrate.ts'

/**
 * Records that this database was restored by other means, such as to a point in time, so that Slipway starts paused. Migrates it first, as
 * a start would.
 * @param url a connection with the role that owns the tables
 * @returns false if it already waits for the acceptance of a restore, and nothing was changed
 */
export async function markRestore(url: string, runtimeUrl: string, restoredBy: string): Promise<boolean> {
  await migrate(url, runtimeUrl)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const db = databaseOver(client)
    await client.query('begin')
    await client.query('lock table database_restores in share row exclusive mode')
    const { rows } = await client.query<{ open: boolean; at: Date }>(
      `select exists (select from database_restores where closed_at is null) as open, coalesce((select max(at) from audit_events), now()) as at`,
    )
    const { open, at } = rows[0]!
    if (!open) await recordRestore(db, { kind: 'pointInTime', dataAt: at, restoredBy })
    await client.query('commit')
    return !open
  } finally {
    await client.end()
  }
}
