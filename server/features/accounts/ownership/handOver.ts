import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** @returns false, without a change, if the new person has just left */
export async function handOver(db: Db, accountId: string, from: string, to: string, now: Date): Promise<boolean> {
  const activePerson = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', to)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!activePerson) return false
  await db.updateTable('account_owners').set({ person_id: to }).where('account_id', '=', accountId).where('person_id', '=', from).execute()
  await db.updateTable('accounts').set({ version: sql`version + 1`, updated_at: now }).where('id', '=', accountId).execute()
  return true
}
