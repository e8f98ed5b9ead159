import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { keptMs } from './delivering.ts'

const atOnce = 5_000

/** Takes out of the log what is past keeping; what is still to leave stays, however old. Run each minute. */
export async function forgetDeliveries(db: Db, now: Date): Promise<void> {
  await sql`delete from deliveries where id in (
    select id from deliveries where created_at < ${new Date(now.getTime() - keptMs)} and status not in ('waiting', 'failed')
    order by created_at limit ${atOnce})`.execute(db)
}
