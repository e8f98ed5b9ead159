import { sql } from 'kysely'
import type { Db } from '../server/db/database.ts'
import { until } from './until.ts'

/**
 * Sends a call that reads towers, and runs `callback` while the call waits for a lock. The server cancels such a call after 10 s.
 * @returns the call, which can then complete
 */
export async function whileCallWaits<T>(db: Db, send: () => T, callback: () => Promise<void>): Promise<{ call: T }> {
  const isWaiting = async () => {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_locks where relation = 'towers'::regclass and not granted) as waiting`.execute(db)
    return rows[0]!.waiting
  }
  return db.transaction().execute(async (tx) => {
    await sql`lock table towers in access exclusive mode`.execute(tx)
    const call = send()
    await until(isWaiting)
    await callback()
    return { call }
  })
}
