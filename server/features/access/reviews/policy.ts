import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { ReviewStatus } from '../../../db/tables.ts'

export interface ScopeFacts {
  kind: 'account' | 'group' | 'tower'
  inCharge: { id: string }[]
}

export function canReview(actor: Person, scope: ScopeFacts): Verdict {
  if (actor.admin || scope.inCharge.some(({ id }) => id === actor.id)) return true
  return scope.kind === 'tower'
    ? 'Only leads of the tower and administrators can review a whole tower.'
    : 'Only owners of the account, leads of its tower and administrators can review its access.'
}

export const cannotStartReviews = 'Only owners of accounts, leads of towers and administrators can start reviews.'

/** Decides whether the actor can review anything at all; the scope is checked when it is chosen. */
export function canStartReviews(actor: Person, inCharge: boolean): Verdict {
  return actor.admin || inCharge ? true : cannotStartReviews
}

interface ReviewFacts {
  status: ReviewStatus
  createdBy: { id: string }
  inCharge: { id: string }[]
  pending: number
  mine: number
  /** A decision removes the actor’s own access, with any of their accounts. */
  removesOwn: boolean
}

/** Tells whether the actor sees the whole review, not only their own items. */
export function seesAll(actor: Person, { createdBy, inCharge }: Pick<ReviewFacts, 'createdBy' | 'inCharge'>): Verdict {
  if (actor.admin || actor.auditor || createdBy.id === actor.id || inCharge.some(({ id }) => id === actor.id)) return true
  return 'Only reviewers, the people responsible for its scope and auditors can see a review.'
}

export function seesSome(actor: Person, review: Pick<ReviewFacts, 'createdBy' | 'inCharge' | 'mine'>): Verdict {
  return review.mine > 0 ? true : seesAll(actor, review)
}

/** Decides about the whole review. Decisions on items have their own policy. */
export function reviewCan(actor: Person, review: ReviewFacts): { close: Verdict; cancel: Verdict; export: Verdict } {
  const { status, pending, removesOwn } = review
  const hands: Verdict =
    actor.admin || review.createdBy.id === actor.id ? true : 'Only the person who started it and administrators can do this.'
  const over =
    status === 'closing' || status === 'applied'
      ? 'The review is already closed.'
      : status === 'cancelled'
        ? 'The review was cancelled.'
        : undefined
  const sees = seesAll(actor, review)
  return {
    close:
      hands !== true
        ? hands
        : (over ??
          (status === 'scheduled'
            ? 'The review isn’t open yet.'
            : pending > 0
              ? `${pending} ${pending === 1 ? 'membership waits' : 'memberships wait'} for a decision. The review closes automatically on its due date.`
              : true)),
    cancel:
      hands !== true
        ? hands
        : (over ?? (removesOwn ? "You can't cancel a review that removes your own access. Ask another administrator." : true)),
    export:
      sees !== true
        ? 'Only the people responsible for the scope and auditors can see the whole result.'
        : status === 'scheduled'
          ? 'The review isn’t open yet.'
          : true,
  }
}

interface ItemFacts {
  own: boolean
  deciders: { id: string }[]
  status: ReviewStatus
  self: boolean
}

/**
 * Decides whether the actor can decide on this membership: reviewers can, the member can’t, and administrators can if no reviewer is left.
 */
export function canDecide(actor: Person, { own, deciders, status, self }: ItemFacts): Verdict {
  if (!self && own) return "You can't decide on your own membership, from any of your accounts."
  const mine = deciders.some(({ id }) => id === actor.id) || (deciders.length === 0 && actor.admin && !own)
  if (!mine) return deciders.length === 0 ? 'No reviewer is left; administrators decide.' : 'Other reviewers decide on this.'
  if (status === 'open') return true
  return status === 'scheduled' ? 'The review isn’t open yet.' : 'The review is closed. You can no longer change decisions.'
}

export function hasEnoughReason(reasonToKeep: boolean, decision: 'pending' | 'keep' | 'remove', reason: string): Verdict {
  if (!reasonToKeep || decision !== 'keep' || reason.trim().length >= 3) return true
  return 'Enter briefly why the access is still needed.'
}
