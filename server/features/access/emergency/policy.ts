import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { EmergencyStatus } from '../../../db/tables.ts'
import { type AccountFacts, stateAllows } from '../../accounts/accounts/policy.ts'

export interface EmergencyFacts {
  status: EmergencyStatus
  person: { id: string }
  /** The person is the actor, with any of their accounts. */
  own: boolean
  owners: { id: string }[]
  overdue: boolean
  ended?: boolean
}

/** References of the person’s open emergency access and of an overdue report. Either one blocks a new emergency access. */
export interface OwnEmergencies {
  open: string | null
  overdue: string | null
}

/** Decides whether the states of the account and the person allow emergency access. Callers check that the person is on call. */
export function canOpen(account: AccountFacts, own: OwnEmergencies): Verdict {
  const state = stateAllows('manageAccess', account)
  if (state !== true) return state
  if (own.open) return `You already have emergency access: ${own.open} is open.`
  if (own.overdue) return `The post-use report for ${own.overdue} is overdue. Submit it first, or ask an administrator to lift the block.`
  return true
}

type Action = 'end' | 'write' | 'review' | 'lift'

/** Decides whether the actor has the right, whatever the state. People can’t review or unblock their own access. */
export function canUseEmergency(
  actor: Person,
  action: Action,
  { person, own, owners }: Pick<EmergencyFacts, 'person' | 'own' | 'owners'>,
): Verdict {
  const themself = person.id === actor.id
  const answersFor = actor.admin || owners.some((owner) => owner.id === actor.id)
  if (action === 'end') return themself || answersFor ? true : 'Only the person, owners of the account and administrators can end it.'
  if (action === 'write') return themself ? true : 'Only the person who had the access can submit the post-use report.'
  if (own) return `You can't ${action} your own emergency access, from any of your accounts. Ask someone else.`
  if (action === 'lift') return actor.admin ? true : 'Only administrators can lift the block.'
  return answersFor ? true : 'Only owners of the account and administrators can review it.'
}

/** Decides whether the state allows the action, for any actor. */
export function stateAllowsEmergency(
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
    return status === 'closing' || status === 'closed' ? 'The report was already reviewed.' : 'There is no post-use report yet.'
  }
  if (status === 'ended') return true
  if (status === 'failed') return 'No access was granted, so no report is needed.'
  return status === 'opening' || status === 'active' || status === 'ending'
    ? 'The emergency access must end first.'
    : 'The report was already submitted.'
}

export function emergencyCan(actor: Person, facts: EmergencyFacts): Record<Action, Verdict> {
  const verdict = (action: Action): Verdict => {
    const who = canUseEmergency(actor, action, facts)
    return who === true ? stateAllowsEmergency(action, facts) : who
  }
  return { end: verdict('end'), write: verdict('write'), review: verdict('review'), lift: verdict('lift') }
}
