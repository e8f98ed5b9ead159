import type { Db } from '../../../db/database.ts'
import type { GapOutcome } from '../../../db/tables.ts'
import { notify } from '../../../notifications/notify.ts'
import type { Gap, OwnedAccount } from './gaps.ts'
import type { GapAction } from './policy.ts'

export interface GapContext {
  gapId: string
  accountId: string
  accountName: string
  departedName: string
  reason: 'left' | 'moved'
}

export function gapContextOf(
  gap: Pick<Gap, 'id' | 'person_id' | 'reason'>,
  account: Pick<OwnedAccount, 'id' | 'name' | 'owners'>,
): GapContext {
  const formerOwner = account.owners.find((owner) => owner.id === gap.person_id)
  return {
    gapId: gap.id,
    accountId: account.id,
    accountName: account.name,
    departedName: formerOwner?.displayName ?? 'An owner',
    reason: gap.reason,
  }
}

export const ownershipTitles = {
  proposal: (account: string) => `Become an owner of ${account}?`,
  moved: (account: string) => `Do you still own ${account}?`,
  open: (account: string) => `${account} needs another owner`,
  fallback: (account: string) => `You now own ${account}`,
  resolved: (account: string, successor: string) => `${successor} now owns ${account} with you`,
}

const reasonText = ({ departedName, reason }: GapContext) =>
  reason === 'left' ? `${departedName} has left` : `${departedName} moved to another department`
const notificationBase = (gapContext: GapContext) => ({
  kind: 'ownership' as const,
  subjectKind: 'account',
  subjectId: gapContext.accountId,
})

/** The key contains `proposedBy`, so that the proposal of a colleague and the proposal of Slipway are each sent once. */
export function proposeSuccessor(db: Db, gapContext: GapContext, personId: string, reason: string, proposedBy = 'slipway'): Promise<void> {
  return notify(db, [personId], {
    ...notificationBase(gapContext),
    title: ownershipTitles.proposal(gapContext.accountName),
    body: `${reasonText(gapContext)}. Reason for the proposal: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}. Accept or decline on the account’s page.`,
    key: `ownership:${gapContext.gapId}:proposed:${proposedBy}`,
  })
}

/** Actions in a gap that an owner who moved can take. `gapVerdict` denies that they confirm their own ownership. */
export const transferredActions = { propose: 'Propose a successor on the account’s page' } as const satisfies Partial<
  Record<GapAction, string>
>

export function proposeTransferred(db: Db, gapContext: GapContext, transferredId: string): Promise<void> {
  return notify(db, [transferredId], {
    ...notificationBase(gapContext),
    title: ownershipTitles.moved(gapContext.accountName),
    body: `You moved to another department. ${transferredActions.propose}, or ask another owner to confirm that you stay.`,
    key: `ownership:${gapContext.gapId}:moved`,
  })
}

export function notifyRemaining(db: Db, gapContext: GapContext, ownerIds: string[], successorIds: string[]): Promise<void> {
  const nextText = successorIds.length > 0 ? `Proposed: ${successorIds.join(', ')}.` : 'No candidate was found.'
  return notify(db, ownerIds, {
    ...notificationBase(gapContext),
    title: ownershipTitles.open(gapContext.accountName),
    body: `${reasonText(gapContext)}. ${nextText} You can propose another person.`,
    key: `ownership:${gapContext.gapId}:open`,
  })
}

const outcomeTexts: Partial<Record<GapOutcome, string>> = {
  familyOwner: 'You own its family, and no other candidate accepted.',
  towerLead: 'You lead its tower, and no other candidate accepted.',
  fallbackGroup: 'No other candidate is available. Please find an owner.',
}

export function notifyFallback(db: Db, gapContext: GapContext, successorId: string, outcome: GapOutcome): Promise<void> {
  return notify(db, [successorId], {
    ...notificationBase(gapContext),
    title: ownershipTitles.fallback(gapContext.accountName),
    body: `${reasonText(gapContext)}. ${outcomeTexts[outcome] ?? ''} You can hand it over on the account’s page.`,
    key: `ownership:${gapContext.gapId}:fallback`,
  })
}

export function notifyOwners(db: Db, gapContext: GapContext, ownerIds: string[], successorName: string): Promise<void> {
  return notify(db, ownerIds, {
    ...notificationBase(gapContext),
    title: ownershipTitles.resolved(gapContext.accountName, successorName),
    body: `${reasonText(gapContext)}.`,
    key: `ownership:${gapContext.gapId}:resolved`,
  })
}
