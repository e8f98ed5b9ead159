import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { cacheMs } from './delivering.ts'

const batchSize = 5_000

/** Deletes old log entries, except entries of unsent messages. Runs each minute. */
export async function forgetDeliveries(db: Db, now: Date): Promise<void> {
  await sql`delete from deliveries where id in (
    select id from deliveries where created_at < ${new Date(now.getTime() - cacheMs)} and status not in ('waiting', 'failed')
    order by created_at limit ${batchSize})`.execute(db)
}
