import type { Db } from '../../../db/database.ts'

export async function closeAction(db: Db, actionId: string, status: 'done' | 'failed', now: Date): Promise<void> {
  await db.updateTable('sandbox_actions').set({ status, ended_at: now }).where('id', '=', actionId).execute()
}
