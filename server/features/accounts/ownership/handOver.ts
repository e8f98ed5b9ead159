import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/**
 * Replaces one owner of a locked account by another, so that their number stays the same. @returns false, without a change, when the new
 * person has just left
 */
export async function handOver(db: Db, accountId: string, from: string, to: string, now: Date): Promise<boolean> {
  const there = await db.selectFrom('people').select('id').where('id', '=', to).where('active', '=', true).forShare().executeTakeFirst()
  if (!there) return false
  await db.updateTable('account_owners').set({ person_id: to }).where('account_id', '=', accountId).where('person_id', '=', from).execute()
  await db.updateTable('accounts').set({ version: sql`version + 1`, updated_at: now }).where('id', '=', accountId).execute()
  return true
}
