import { count } from '../../../shared/waits.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { NewReview, Review, ReviewItem, ReviewSummary } from './types.ts'

export const statusFaces: Record<ReviewSummary['status'], { tone: Tone; word: string; icon?: Icon }> = {
  scheduled: { tone: 'neutral', word: 'Planned' },
  open: { tone: 'info', word: 'Open' },
  closing: { tone: 'busy', word: 'Being carried out' },
  applied: { tone: 'ok', word: 'Carried out' },
  cancelled: { tone: 'neutral', word: 'Called off', icon: Ended },
}

export const reviewerWords: Record<NewReview['reviewers'], { label: string; hint: string }> = {
  owners: { label: 'The owners', hint: 'Of each account. They know who works with it.' },
  managers: { label: 'Their managers', hint: 'Each person’s own, as the directory has them.' },
  named: { label: 'People you name', hint: 'The same for everybody in it.' },
  self: { label: 'Everyone themselves', hint: 'Each says whether they still need it.' },
}

export const silentWords: Record<NewReview['whenSilent'], string> = {
  keep: 'They keep it',
  remove: 'They lose it',
  recommended: 'As recommended',
  fallback: 'Ask the family’s owners and the tower’s leads',
}

export const recurrenceWords: Record<NewReview['recurrence'], string> = {
  none: 'Once',
  quarterly: 'Every three months',
  halfYearly: 'Every six months',
  yearly: 'Every year',
}

export const scopeWords = { account: 'Account', group: 'Group', tower: 'Tower' }

export function whoDecides({ reviewers, named }: Pick<Review, 'reviewers' | 'named'>): string {
  return reviewers === 'named' ? named.map(({ displayName }) => displayName).join(', ') : reviewerWords[reviewers].label
}

export const resultFaces: Record<NonNullable<ReviewItem['result']>, { tone: Tone; word: string; icon?: Icon }> = {
  pending: { tone: 'busy', word: 'Being taken out' },
  kept: { tone: 'ok', word: 'Kept' },
  removed: { tone: 'ok', word: 'Removed' },
  gone: { tone: 'neutral', word: 'Gone already', icon: Ended },
  failed: { tone: 'bad', word: 'Could not be removed' },
}

/** `18 of 30 decided`. */
export function progressWords({ memberships, undecided }: ReviewSummary['progress']): string {
  return `${memberships - undecided} of ${count(memberships, 'membership')} decided`
}

/** Describes how many colleagues of the person’s department are members too. */
export function peersWords({
  peers,
  members,
  person: { department },
}: Pick<ReviewItem, 'peers' | 'members' | 'person'>): string | undefined {
  const others = members - 1
  if (others < 1 || !department) return undefined
  if (others === 1) return peers === 1 ? `The other member is in ${department} too` : `The other member is not in ${department}`
  if (peers === others) return `All ${others} others are in ${department} too`
  return peers === 0 ? `None of the ${others} others is in ${department}` : `${peers} of the ${others} others are in ${department} too`
}
