import { labelFor } from '../../../shared/labels.ts'
import { count } from '../../../shared/waits.ts'
import type { Icon } from '../../../ui/icon.ts'
import { locale } from '../../../ui/locale.ts'
import { EndedIcon, type Tone } from '../../../ui/Status.tsx'
import type { NewReview, Preview, Review, ReviewItem, ReviewSummary } from './types.ts'

const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' })

export const statusDisplays: Record<ReviewSummary['status'], { tone: Tone; label: string; icon?: Icon }> = {
  scheduled: { tone: 'neutral', label: 'Scheduled' },
  open: { tone: 'info', label: 'Open' },
  closing: { tone: 'busy', label: 'Applying' },
  applied: { tone: 'ok', label: 'Completed' },
  cancelled: { tone: 'neutral', label: 'Cancelled', icon: EndedIcon },
}

export const reviewerLabels: Record<NewReview['reviewers'], { label: string; hint: string }> = {
  owners: { label: 'Account owners', hint: 'The owners of each account.' },
  managers: { label: 'Managers', hint: 'Each member’s manager in the directory.' },
  named: { label: 'Named people', hint: 'The same reviewers for all members.' },
  self: { label: 'Self-review', hint: 'Members confirm whether they still need access.' },
}

export const defaultDecisionLabels: Record<NewReview['defaultDecision'], string> = {
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

export const maxNameLength = 100

export const scopeLabels = {
  account: 'Account',
  group: 'Group',
  tower: 'Tower',
  environments: 'Environments',
  allEnvironments: 'Choose none to review all environments.',
}

export const newReviewProblems = {
  scope: { account: 'Choose an account.', group: 'Choose a group.', tower: 'Choose a tower.' } satisfies Record<
    NewReview['scope']['kind'],
    string
  >,
  nameTooShort: 'Enter a name of at least 3 characters.',
  nameTooLong: `Enter a name of at most ${maxNameLength} characters.`,
  noReviewer: 'Choose at least one person.',
  startInPast: 'Choose today or a later date.',
} as const

export type NamedScope = Omit<NewReview['scope'], 'id'> & { name: string }
export type Environment = NonNullable<NamedScope['environments']>[number]

/** Returns for example “Commerce, production and test”. */
export function describeScope({ name, environments = [] }: NamedScope): string {
  if (environments.length === 0) return name
  return `${name}, ${conjunction.format(environments.map((each) => labelFor('environment', each).toLowerCase()))}`
}

export function describeReviewers({ reviewers, named }: Pick<Review, 'reviewers' | 'named'>): string {
  return reviewers === 'named' ? named.map(({ displayName }) => displayName).join(', ') : reviewerLabels[reviewers].label
}

export const resultDisplays: Record<NonNullable<ReviewItem['result']>, { tone: Tone; label: string; icon?: Icon }> = {
  pending: { tone: 'busy', label: 'Removing' },
  kept: { tone: 'ok', label: 'Kept' },
  removed: { tone: 'ok', label: 'Removed' },
  gone: { tone: 'neutral', label: 'Already ended', icon: EndedIcon },
  failed: { tone: 'bad', label: 'Removal failed' },
}

export function describeProgress({ memberships, pending }: ReviewSummary['progress']): string {
  return `${memberships - pending} of ${reviewPageLabels.memberships(memberships)} decided`
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

export const reviewPageLabels = {
  create: 'New review',
  name: 'Name',
  memberships: (memberships: number) => count(memberships, 'membership'),
  markedForRemoval: (memberships: number) => `${memberships} marked for removal`,
  removals: (memberships: number) => `${count(memberships, 'membership is', 'memberships are')} removed from the directory`,
  selectAll: (group: string) => `Select all in ${group}`,
  keep: 'Keep',
  remove: 'Remove',
  decide: 'Decide',
  start: 'Start review',
  close: 'Close and apply',
  cancel: 'Cancel review',
  sealed: 'Result sealed',
  download: 'Download result',
  addedOutside: 'Added in the directory',
  reasonToKeep: 'Reason to keep access',
  reasonMissing: 'Enter a reason to keep this access.',
  unfinished: 'This access already has a review',
  hiddenReview: 'A review you can’t see',
  openReview: ({ canEnd, createdBy }: Pick<Preview['unfinished'][number], 'canEnd' | 'createdBy'>) =>
    canEnd
      ? 'A review of this access is open. Close or cancel it first, or choose a later start date.'
      : `A review of this access is open. Ask ${createdBy ? `${createdBy.displayName} or ` : ''}an administrator to close or cancel it, or choose a later start date.`,
  waiting: 'Waiting for another review of this access',
} as const
