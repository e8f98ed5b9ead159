import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** A call for an ended delegation fails because of the status, not because of a missing permission. */
export const endedMessage = 'This delegation has ended. Set a new one.'

export const delegationProblems = {
  toSelf: 'You can’t change a delegation to yourself, but you can end it.',
  end: 'Only the absent person, the delegate and administrators can end this delegation.',
}

interface DelegationFacts {
  personId: string
  delegateId: string
  /** True if the actor is the delegate, with any of their user accounts. */
  toSelf: boolean
  status: 'scheduled' | 'live' | 'ended'
}

export function delegationCan(actor: Person, { personId, delegateId, toSelf, status }: DelegationFacts): { change: Verdict; end: Verdict } {
  const notEnded: Verdict = status === 'ended' ? endedMessage : true
  const isOwn = actor.id === personId || actor.admin
  return {
    change: toSelf ? delegationProblems.toSelf : isOwn ? notEnded : 'Only the absent person and administrators can change this delegation.',
    end: isOwn || actor.id === delegateId ? notEnded : delegationProblems.end,
  }
}
