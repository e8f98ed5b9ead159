import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { ReviewStatus } from '../../../db/tables.ts'

export interface ScopeFacts {
  kind: 'account' | 'group' | 'tower'
  responsiblePeople: { id: string }[]
}

export function canReview(actor: Person, scope: ScopeFacts): Verdict {
  if (actor.admin || scope.responsiblePeople.some(({ id }) => id === actor.id)) return true
  return scope.kind === 'tower'
    ? 'Only leads of the tower and administrators can review a whole tower.'
    : 'Only owners of the account, leads of its tower and administrators can review its access.'
}

export const cannotStartReviews = 'Only owners of accounts, leads of towers and administrators can start reviews.'

/** Decides whether the actor can start any review at all. The scope is checked when it is chosen. */
export function canStartReviews(actor: Person, hasScope: boolean): Verdict {
  return actor.admin || hasScope ? true : cannotStartReviews
}

interface ReviewFacts {
  status: ReviewStatus
  createdBy: { id: string }
  responsiblePeople: { id: string }[]
  pending: number
  mine: number
  /** True if a decision can remove the actor’s own access, with any of the actor’s user accounts. */
  removesOwnAccess: boolean
}

export const cannotSeeReview =
  'Only reviewers, people responsible for its scope, the person who started it, administrators and auditors can see this review.'

export function canSeeAll(actor: Person, { createdBy, responsiblePeople }: Pick<ReviewFacts, 'createdBy' | 'responsiblePeople'>): Verdict {
  if (actor.admin || actor.auditor || createdBy.id === actor.id || responsiblePeople.some(({ id }) => id === actor.id)) return true
  return cannotSeeReview
}

export function canSeePart(actor: Person, review: Pick<ReviewFacts, 'createdBy' | 'responsiblePeople' | 'mine'>): Verdict {
  return review.mine > 0 ? true : canSeeAll(actor, review)
}

/** Decisions on items have their own policy. */
export function reviewCan(actor: Person, review: ReviewFacts): { close: Verdict; cancel: Verdict; export: Verdict } {
  const { status, pending, removesOwnAccess } = review
  const canActVerdict: Verdict =
    actor.admin || review.createdBy.id === actor.id ? true : 'Only the person who started it and administrators can do this.'
  const overMessage =
    status === 'closing' || status === 'applied'
      ? 'The review is already closed.'
      : status === 'cancelled'
        ? 'The review was cancelled.'
        : undefined
  const canSee = canSeeAll(actor, review)
  return {
    close:
      canActVerdict !== true
        ? canActVerdict
        : (overMessage ??
          (status === 'scheduled'
            ? 'The review isn’t open yet.'
            : pending > 0
              ? `${pending} ${pending === 1 ? 'membership waits' : 'memberships wait'} for a decision. The review also closes automatically on its due date.`
              : true)),
    cancel: canActVerdict !== true ? canActVerdict : (overMessage ?? (removesOwnAccess ? cannotCancelOwnRemoval : true)),
    export:
      canSee !== true
        ? 'Only people responsible for the review’s scope, the person who started it, administrators and auditors can see the whole result.'
        : status === 'scheduled'
          ? 'The review isn’t open yet.'
          : true,
  }
}

export const cannotCancelOwnRemoval = 'You can’t cancel a review that removes your own access. Ask another administrator.'
export const cannotDecideOwn = 'You can’t decide on your own membership, even with another of your user accounts.'

interface ItemFacts {
  own: boolean
  deciders: { id: string }[]
  status: ReviewStatus
  self: boolean
}

/**
 * Decides whether the actor can decide on this membership. Reviewers can, the member can’t, and administrators can if no reviewer is left.
 */
export function canDecideItem(actor: Person, { own, deciders, status, self }: ItemFacts): Verdict {
  if (!self && own) return cannotDecideOwn
  const isReviewer = deciders.some(({ id }) => id === actor.id) || (deciders.length === 0 && actor.admin && !own)
  if (!isReviewer)
    return deciders.length === 0 ? 'No reviewer is left; administrators decide.' : 'You aren’t a reviewer of this membership.'
  if (status === 'open') return true
  return status === 'scheduled' ? 'The review isn’t open yet.' : 'The review is closed. You can no longer change decisions.'
}

export function hasEnoughReason(reasonToKeep: boolean, decision: 'pending' | 'keep' | 'remove', reason: string): Verdict {
  if (!reasonToKeep || decision !== 'keep' || reason.trim().length >= 3) return true
  return 'Enter why the access is still needed.'
}
