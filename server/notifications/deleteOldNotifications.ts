import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const batchSize = 5_000

/** Deletes a limited number, so that a shorter time in the settings doesn't delete millions of rows in one transaction. */
export async function deleteOldNotifications(db: Db, before: Date): Promise<void> {
  await sql`delete from notifications where id in (
    select id from notifications where created_at < ${before} order by created_at limit ${batchSize})`.execute(db)
}
