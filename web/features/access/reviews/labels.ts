import { count } from '../../../shared/waits.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { NewReview, Review, ReviewItem, ReviewSummary } from './types.ts'

export const statusDisplays: Record<ReviewSummary['status'], { tone: Tone; word: string; icon?: Icon }> = {
  scheduled: { tone: 'neutral', word: 'Scheduled' },
  open: { tone: 'info', word: 'Open' },
  closing: { tone: 'busy', word: 'Applying' },
  applied: { tone: 'ok', word: 'Completed' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
}

export const reviewerLabels: Record<NewReview['reviewers'], { label: string; hint: string }> = {
  owners: { label: 'Account owners', hint: 'The owners of each account.' },
  managers: { label: 'Managers', hint: 'Each member’s manager in the directory.' },
  named: { label: 'Named people', hint: 'The same reviewers for all members.' },
  self: { label: 'Self-review', hint: 'Members confirm whether they still need access.' },
}

export const defaultDecisionLabels: Record<NewReview['whenSilent'], string> = {
  keep: 'Keep access',
  remove: 'Remove access',
  recommended: 'Apply the recommendation',
  fallback: 'Ask family owners and tower leads',
}

export const recurrenceLabels: Record<NewReview['recurrence'], string> = {
  none: 'Once',
  quarterly: 'Every 3 months',
  halfYearly: 'Every 6 months',
  yearly: 'Every year',
}

export const scopeLabels = { account: 'Account', group: 'Group', tower: 'Tower' }

export function describeReviewers({ reviewers, named }: Pick<Review, 'reviewers' | 'named'>): string {
  return reviewers === 'named' ? named.map(({ displayName }) => displayName).join(', ') : reviewerLabels[reviewers].label
}

export const resultDisplays: Record<NonNullable<ReviewItem['result']>, { tone: Tone; word: string; icon?: Icon }> = {
  pending: { tone: 'busy', word: 'Removing' },
  kept: { tone: 'ok', word: 'Kept' },
  removed: { tone: 'ok', word: 'Removed' },
  gone: { tone: 'neutral', word: 'Already ended', icon: Ended },
  failed: { tone: 'bad', word: 'Removal failed' },
}

/** Formats the progress, such as `18 of 30 memberships decided`. */
export function describeProgress({ memberships, pending }: ReviewSummary['progress']): string {
  return `${memberships - pending} of ${count(memberships, 'membership')} decided`
}

/** Reviewers compare a member with colleagues of the same department in the group. */
export function describePeers({
  peers,
  members,
  person: { department },
}: Pick<ReviewItem, 'peers' | 'members' | 'person'>): string | undefined {
  const otherCount = members - 1
  if (otherCount < 1 || !department) return undefined
  if (otherCount === 1) return peers === 1 ? `The other member is also in ${department}` : `The other member isn’t in ${department}`
  if (peers === otherCount) return `All ${otherCount} other members are in ${department}`
  return peers === 0
    ? `None of the ${otherCount} other members is in ${department}`
    : `${peers} of ${otherCount} other members ${peers === 1 ? 'is' : 'are'} in ${department}`
}

/** Labels of the pages of a review, and of its items and dialogs. */
export const reviewPageLabels = {
  create: 'New review',
  start: 'Start review',
  close: 'Close and apply',
  cancel: 'Cancel review',
  sealed: 'Result sealed',
  download: 'Download result',
  addedOutside: 'Added in the directory',
  reasonToKeep: 'Reason to keep access',
  reasonMissing: 'Enter a reason to keep this access.',
} as const
