import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { removeGroupsOf } from '../groups/remove/startRemoval.ts'

/**
 * Deletes decommissioned accounts and their groups in the caller's transaction, after the 90 days in which they can be restored. Their
 * names can then be used again.
 */
export async function deleteDecommissionedAccounts({ db, jobs }: { db: Db; jobs: Jobs }, now: Date): Promise<void> {
  const endedDecommissions = await db
    .updateTable('account_decommissions')
    .set({ phase: 'over' })
    .where('phase', '=', 'gone')
    .where('restorable_until', '<=', now)
    .returning('account_id')
    .execute()
  for (const { account_id } of endedDecommissions) {
    const deleted = await db
      .updateTable('accounts')
      .set({ status: 'deleted', version: sql`version + 1`, updated_at: now })
      .where('id', '=', account_id)
      .where('status', '=', 'decommissioned')
      .returning('id')
      .executeTakeFirst()
    if (deleted) {
      await recordSystemEvent(db, {
        action: 'accountDeleted',
        subject: { kind: 'account', id: account_id },
        before: { status: 'decommissioned' },
        after: { status: 'deleted' },
        reason: 'The 90 days for a restore are over.',
      })
      await removeGroupsOf({ db, jobs }, { kind: 'account', id: account_id }, null, now)
    }
    await publishChange(db, { kind: 'account', id: account_id })
  }
}
