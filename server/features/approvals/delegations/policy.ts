import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** The verdict on one that is over: a state, not a refusal. */
export const hasEnded = 'It has ended already. Set another one.'

export interface DelegationFacts {
  personId: string
  delegateId: string
  /** The actor is the delegate, by whichever of their accounts. */
  toSelf: boolean
  status: 'scheduled' | 'live' | 'ended'
}

/** What the actor may do with this delegation; who stands in may decline, not prolong. */
export function delegationCan(actor: Person, { personId, delegateId, toSelf, status }: DelegationFacts): { change: Verdict; end: Verdict } {
  const over: Verdict = status === 'ended' ? hasEnded : true
  const own = actor.id === personId || actor.admin
  return {
    change: toSelf
      ? "You can't change a delegation to yourself. You can end it."
      : own
        ? over
        : 'Only whoever is away, or an administrator, changes it.',
    end: own || actor.id === delegateId ? over : 'Only the two of them, or an administrator, end it.',
  }
}
