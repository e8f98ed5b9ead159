import { sql } from 'kysely'
import { cancelApproval } from '../../approvals/openApproval.ts'
import { auditAsSlipway } from '../../audit/auditAsSlipway.ts'
import type { Db } from '../../db/database.ts'
import { announce } from '../../jobs/changes.ts'

/**
 * Nobody has to decide any more whether a sandbox that goes lives longer. In the caller's transaction, which holds the sandbox: a
 * request that somebody is deciding on at this moment, and who therefore waits for the sandbox, is left to them.
 */
export async function dropExtensions(db: Db, sandboxId: string, now: Date): Promise<void> {
  const open = await db
    .selectFrom('sandbox_requests')
    .select(['id', 'status'])
    .where('sandbox_id', '=', sandboxId)
    .where('kind', '=', 'extension')
    .where('status', 'in', ['pending_approval', 'changes_requested'])
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, status } of open) {
    const round = await db
      .selectFrom('approvals')
      .select('id')
      .where('subject_kind', '=', 'sandboxRequest')
      .where('subject_id', '=', id)
      .where('status', '=', 'pending')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!round && status === 'pending_approval') continue
    await cancelApproval(db, 'sandboxRequest', id, now)
    await db
      .updateTable('sandbox_requests')
      .set({ status: 'cancelled', version: sql`version + 1`, updated_at: now })
      .where('id', '=', id)
      .execute()
    await auditAsSlipway(db, {
      deed: 'requestClosed',
      subject: { kind: 'sandboxRequest', id },
      before: { status },
      after: { status: 'cancelled', sandboxId },
      reason: 'The sandbox goes, so nobody has to decide any more whether it lives longer.',
    })
    await announce(db, { kind: 'sandboxRequest', id })
    if (round) await announce(db, { kind: 'approval', id: round.id })
  }
}
