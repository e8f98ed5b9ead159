import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { retentionMs } from './delivering.ts'

const batchSize = 5_000

export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  await sql`delete from deliveries where id in (
    select id from deliveries where created_at < ${new Date(now.getTime() - retentionMs)} and status not in ('waiting', 'failed')
    order by created_at limit ${batchSize})`.execute(db)
}
