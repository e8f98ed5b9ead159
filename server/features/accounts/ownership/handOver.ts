import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/**
 * Puts one person in another's place among the owners of a locked account, so that their number stays what it was.
 * @returns false, having changed nothing, when that person has left at this very moment
 */
export async function handOver(db: Db, accountId: string, from: string, to: string, now: Date): Promise<boolean> {
  const there = await db.selectFrom('people').select('id').where('id', '=', to).where('active', '=', true).forShare().executeTakeFirst()
  if (!there) return false
  await db.updateTable('account_owners').set({ person_id: to }).where('account_id', '=', accountId).where('person_id', '=', from).execute()
  await db.updateTable('accounts').set({ version: sql`version + 1`, updated_at: now }).where('id', '=', accountId).execute()
  return true
}
