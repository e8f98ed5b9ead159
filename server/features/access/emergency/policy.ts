import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { EmergencyStatus } from '../../../db/tables.ts'
import { type AccountFacts, stateVerdict } from '../../accounts/accounts/policy.ts'

export interface EmergencyFacts {
  status: EmergencyStatus
  person: { id: string }
  /** True if the person is the actor, with any of the actor’s user accounts. */
  own: boolean
  owners: { id: string }[]
  overdue: boolean
  ended?: boolean
}

/**
 * References of the person’s open emergency access, and of emergency access whose report is overdue. Either blocks new emergency access.
 */
interface OwnEmergencies {
  open: string | null
  overdue: string | null
}

export const emergencyProblems = {
  open: (reference: string) => `You already have emergency access: ${reference} is open.`,
  overdue: (reference: string) =>
    `The post-use report for ${reference} is overdue. Submit it first, or ask an administrator to lift the block.`,
  ownBlock: 'You can’t lift your own block, even with another of your user accounts. Ask someone else.',
  ownReport: 'You can’t review your own emergency access, even with another of your user accounts. Ask someone else.',
}

/**
 * Decides whether the status of the account and of the person’s earlier access allow emergency access. Callers check that the person is on
 * call.
 */
export function canOpen(account: AccountFacts, ownEmergencies: OwnEmergencies): Verdict {
  const state = stateVerdict('manageAccess', account)
  if (state !== true) return state
  if (ownEmergencies.open) return emergencyProblems.open(ownEmergencies.open)
  return ownEmergencies.overdue ? emergencyProblems.overdue(ownEmergencies.overdue) : true
}

type Action = 'end' | 'write' | 'review' | 'lift'

/** Decides whether the actor can take the action, in any status of the access. People can’t review or unblock their own access. */
export function canUseEmergency(
  actor: Person,
  action: Action,
  { person, own, owners }: Pick<EmergencyFacts, 'person' | 'own' | 'owners'>,
): Verdict {
  const isSamePerson = person.id === actor.id
  const isAccountOwner = actor.admin || owners.some((owner) => owner.id === actor.id)
  if (action === 'end')
    return isSamePerson || isAccountOwner
      ? true
      : 'Only the person, owners of the account and administrators can end this emergency access.'
  if (action === 'write') return isSamePerson ? true : 'Only the person who had the access can submit the post-use report.'
  if (own) return emergencyProblems[action === 'lift' ? 'ownBlock' : 'ownReport']
  if (action === 'lift') return actor.admin ? true : 'Only administrators can lift the block.'
  return isAccountOwner ? true : 'Only owners of the account and administrators can review the post-use report.'
}

export function emergencyStateVerdict(
  action: Action,
  { status, overdue, ended }: Pick<EmergencyFacts, 'status' | 'overdue' | 'ended'>,
): Verdict {
  if (action === 'lift') return overdue ? true : 'No report is overdue.'
  if (action === 'end') {
    if (status === 'active') return true
    if (status !== 'opening') return 'The emergency access has already ended.'
    return ended ? 'Cancellation is already in progress.' : true
  }
  if (action === 'review') {
    if (status === 'report') return true
    return status === 'closing' || status === 'closed' ? 'The post-use report was already reviewed.' : 'There is no post-use report yet.'
  }
  if (status === 'ended') return true
  if (status === 'failed') return 'No access was granted, so no report is needed.'
  return status === 'opening' || status === 'active' || status === 'ending'
    ? 'The emergency access must end first.'
    : 'The report was already submitted.'
}

export function emergencyCan(actor: Person, facts: EmergencyFacts): Record<Action, Verdict> {
  const verdict = (action: Action): Verdict => {
    const roleVerdict = canUseEmergency(actor, action, facts)
    return roleVerdict === true ? emergencyStateVerdict(action, facts) : roleVerdict
  }
  return { end: verdict('end'), write: verdict('write'), review: verdict('review'), lift: verdict('lift') }
}
