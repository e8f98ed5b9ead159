import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** An ended delegation is a wrong state, not a missing permission. */
export const hasEnded = 'This delegation has ended. Set a new one.'

export interface DelegationFacts {
  personId: string
  delegateId: string
  /** True for every account of the delegate. */
  toSelf: boolean
  status: 'scheduled' | 'live' | 'ended'
}

/** A delegate can end a delegation but not extend it. */
export function delegationCan(actor: Person, { personId, delegateId, toSelf, status }: DelegationFacts): { change: Verdict; end: Verdict } {
  const over: Verdict = status === 'ended' ? hasEnded : true
  const own = actor.id === personId || actor.admin
  return {
    change: toSelf
      ? "You can't change a delegation to yourself. You can end it."
      : own
        ? over
        : 'Only the absent person and administrators can change it.',
    end: own || actor.id === delegateId ? over : 'Only the two people and administrators can end it.',
  }
}
