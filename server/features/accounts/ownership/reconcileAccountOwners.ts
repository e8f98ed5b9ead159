import { v7 as uuidv7 } from 'uuid'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import type { GapOutcome } from '../../../db/tables.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { expireProposals } from './expireProposals.ts'
import { closeGap, type Gap, lockOwned, type OwnedAccount, openGaps, validOwners } from './gaps.ts'
import { notifyFallback } from './notify.ts'
import { transferRetentionMs } from './ownershipPeriods.ts'
import { recordHandOver } from './recordHandOver.ts'
import { findSuccessors } from './successors.ts'

interface OwnershipContext {
  db: Db
  jobs: Jobs
  now: () => Date
}

export async function reconcileAccountOwners(context: OwnershipContext, accountId: string): Promise<void> {
  const { db } = context
  const now = context.now()
  const account = await lockOwned(db, accountId)
  if (!account) return
  await notifyNewOwners(context, account)
  for (const gap of await openGaps(db, accountId)) {
    const closingReason = closingReasonOf(gap, account, now)
    if (!closingReason) continue
    await closeGap(db, gap.id, { outcome: closingReason, now })
    await recordSystemEvent(db, {
      action: 'ownershipResolved',
      subject: { kind: 'account', id: accountId },
      after: { gap: gap.id, ownerId: gap.person_id, outcome: closingReason },
      reason: closingTexts[closingReason],
    })
  }
  await openMissingGap(db, account, now)
  for (const gap of await openGaps(db, accountId)) {
    if (gap.reason === 'left' && (await expireProposals(context, gap, account))) break
    if (!gap.requested_at) await findSuccessors(db, gap, account, now)
  }
  await publishChange(db, { kind: 'account', id: accountId })
}

const closingTexts = {
  ended: 'The account is no longer active, or the owner has left.',
  replaced: 'The account has enough owners again.',
  returned: 'The owner is active again.',
  kept: 'The owner who moved keeps the account, because no objection was made in time.',
} as const satisfies Partial<Record<GapOutcome, string>>

function closingReasonOf(gap: Gap, account: OwnedAccount, now: Date): keyof typeof closingTexts | undefined {
  if (account.status !== 'active') return 'ended'
  const owner = account.owners.find((each) => each.id === gap.person_id)
  if (!owner) return 'replaced'
  if (gap.reason === 'left') {
    if (owner.active) return 'returned'
    return validOwners(account).length >= accountOwnerLimits.min ? 'replaced' : undefined
  }
  if (!owner.active) return 'ended'
  if (owner.department === gap.former_department) return 'returned'
  return now.getTime() - gap.opened_at.getTime() >= transferRetentionMs ? 'kept' : undefined
}

async function openMissingGap(db: Db, account: OwnedAccount, now: Date): Promise<void> {
  const departedOwner = account.owners.find((owner) => !owner.active)
  if (account.status !== 'active' || !departedOwner || validOwners(account).length >= accountOwnerLimits.min) return
  await db
    .insertInto('ownership_gaps')
    .values({
      id: uuidv7(),
      account_id: account.id,
      person_id: departedOwner.id,
      reason: 'left',
      former_department: null,
      opened_at: now,
      requested_at: null,
      resolved_at: null,
      outcome: null,
      successor_id: null,
      synced_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A database function makes a successor the owner when no active owner remains, without a notification. */
async function notifyNewOwners(context: OwnershipContext, account: OwnedAccount): Promise<void> {
  const { db } = context
  const unnotifiedGaps = await db
    .updateTable('ownership_gaps as g')
    .from('people as p')
    .whereRef('p.id', '=', 'g.person_id')
    .where('g.account_id', '=', account.id)
    .where('g.resolved_at', 'is not', null)
    .where('g.synced_at', 'is', null)
    .set({ synced_at: context.now() })
    .returning(['g.id', 'g.person_id', 'g.successor_id', 'g.outcome', 'p.display_name'])
    .execute()
  for (const gap of unnotifiedGaps) {
    if (!gap.successor_id || !gap.outcome) continue
    const gapContext = {
      gapId: gap.id,
      accountId: account.id,
      accountName: account.name,
      departedName: gap.display_name,
      reason: 'left' as const,
    }
    await notifyFallback(db, gapContext, gap.successor_id, gap.outcome)
    const successor = account.owners.find((owner) => owner.id === gap.successor_id)
    if (successor)
      await recordHandOver(context, {
        accountId: account.id,
        formerOwnerId: gap.person_id,
        successor,
        reason: `${gap.display_name} has left, and no active owner remained.`,
      })
  }
}
