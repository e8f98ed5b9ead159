import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { openApproval } from '../../../approvals/openApproval.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountUpdateChange, RequestStatus, UpdateKind } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { type UpdatedAccount, updateFacts, updateSubject } from './facts.ts'
import { accountUpdateSubject } from './subject.ts'

interface NewUpdate {
  /** The caller has locked the account. */
  account: UpdatedAccount
  kind: UpdateKind
  change: AccountUpdateChange
  reason: string
  requester: { id: string; displayName: string }
  itemIds?: string[]
  /** The change has already been made, so the policy can't reject it. */
  happened?: boolean
}

const statusByOutcome = { pending: 'pending_approval', approved: 'approved', rejected: 'rejected' } as const

/**
 * Records an update and applies the policy. An approved update starts immediately. Owners change details without an approval, although the
 * policy can reject the change.
 * @throws conflict for rejected details, so that the transaction is rolled back
 */
export async function submitUpdate(
  context: { db: Db; jobs: Jobs; now: () => Date },
  update: NewUpdate,
): Promise<{ id: string; reference: string; status: RequestStatus; decisionReason: string | null }> {
  const { db, jobs } = context
  const { account, kind, change, reason, requester, itemIds, happened } = update
  const now = context.now()
  const id = uuidv7()
  const number = await sql<{ n: number }>`select nextval('account_update_number') as n`.execute(db)
  const reference = `UPD-${now.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`
  await db
    .insertInto('account_updates')
    .values({
      id,
      reference,
      account_id: account.id,
      kind,
      change: JSON.stringify(change),
      reason,
      requester_id: requester.id,
      status: 'pending_approval',
      submitted_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (happened) {
    await accountUpdateSubject.onClosed({ db, jobs, now }, id, 'approved', reason, true)
    return { id, reference, status: 'approved', decisionReason: reason }
  }
  const { outcome, decisionReason } = await openApproval({ db, jobs, now }, accountUpdateSubject, {
    subjectId: id,
    requesterId: requester.id,
    facts: updateFacts(account, kind, itemIds),
    ...(kind === 'details' ? { override: { outcome: 'approved', reason: 'Owners can change account details themselves.' } } : {}),
  })
  if (kind === 'details' && outcome === 'rejected')
    throw new Failure('conflict', `The approval policy rejects this change: ${decisionReason}`)
  await publishChange(db, { kind: updateSubject, id })
  await publishChange(db, { kind: 'account', id: account.id })
  return { id, reference, status: statusByOutcome[outcome], decisionReason }
}
