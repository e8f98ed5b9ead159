import type { Db } from '../../../db/database.ts'
import type { GapOutcome } from '../../../db/tables.ts'
import { notify } from '../../../notifications/notify.ts'
import type { Gap, OwnedAccount } from './gaps.ts'

export interface GapStory {
  gapId: string
  accountId: string
  accountName: string
  goneName: string
  reason: 'left' | 'moved'
}

export function storyOf(gap: Pick<Gap, 'id' | 'person_id' | 'reason'>, account: Pick<OwnedAccount, 'id' | 'name' | 'owners'>): GapStory {
  const gone = account.owners.find((owner) => owner.id === gap.person_id)
  return { gapId: gap.id, accountId: account.id, accountName: account.name, goneName: gone?.displayName ?? 'An owner', reason: gap.reason }
}

const why = ({ goneName, reason }: GapStory) => (reason === 'left' ? `${goneName} has left` : `${goneName} moved to another department`)
const about = (story: GapStory) => ({ kind: 'ownership' as const, subjectKind: 'account', subjectId: story.accountId })

/** The key contains `by`, so that a colleague's proposal and Slipway's are each sent once. */
export function proposeSuccessor(db: Db, story: GapStory, personId: string, reason: string, by = 'slipway'): Promise<void> {
  return notify(db, [personId], {
    ...about(story),
    title: `Become an owner of ${story.accountName}?`,
    body: `${why(story)}. You were proposed because: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}. Accept or decline on the account’s page.`,
    key: `ownership:${story.gapId}:asked:${by}`,
  })
}

export function proposeTransferred(db: Db, story: GapStory, transferredId: string): Promise<void> {
  return notify(db, [transferredId], {
    ...about(story),
    title: `Do you still own ${story.accountName}?`,
    body: 'You moved to another department. Confirm your ownership or hand it over on the account’s page.',
    key: `ownership:${story.gapId}:moved`,
  })
}

export function notifyRemaining(db: Db, story: GapStory, ownerIds: string[], asked: string[]): Promise<void> {
  const next = asked.length > 0 ? `Asked: ${asked.join(', ')}.` : 'No candidate was found.'
  return notify(db, ownerIds, {
    ...about(story),
    title: `${story.accountName} needs another owner`,
    body: `${why(story)}. ${next} You can propose another person.`,
    key: `ownership:${story.gapId}:open`,
  })
}

const became: Partial<Record<GapOutcome, string>> = {
  familyOwner: 'You own its family, and no other candidate accepted.',
  towerLead: 'You lead its tower, and no other candidate accepted.',
  fallbackGroup: 'No other candidate is available. Please find an owner.',
}

export function notifyFallback(db: Db, story: GapStory, successorId: string, outcome: GapOutcome): Promise<void> {
  return notify(db, [successorId], {
    ...about(story),
    title: `You now own ${story.accountName}`,
    body: `${why(story)}. ${became[outcome] ?? ''} You can hand it over on the account’s page.`,
    key: `ownership:${story.gapId}:fallback`,
  })
}

export function notifyOwners(db: Db, story: GapStory, ownerIds: string[], successorName: string): Promise<void> {
  return notify(db, ownerIds, {
    ...about(story),
    title: `${successorName} now owns ${story.accountName} with you`,
    body: `${why(story)}.`,
    key: `ownership:${story.gapId}:resolved`,
  })
}
