import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { DifferenceKind, DifferenceStatus } from '../../../db/tables.ts'
import { type AccountFacts, canDoInAccount, stateAllows } from '../../accounts/accounts/policy.ts'

export const settlements = ['adopt', 'remove', 'restore', 'accept'] as const
export type Settlement = (typeof settlements)[number]

export interface DifferenceFacts {
  account: AccountFacts
  kind: DifferenceKind
  status: DifferenceStatus
  memberKind: 'person' | 'group' | 'other' | null
  person: { id: string; active: boolean } | null
  /** The member is the actor, with any of their accounts. */
  own: boolean
  /** The group’s maximum duration in hours; null means permanent. */
  maxDurationHours: number | null
  /** A grant justifies the membership, or is about to. */
  granted: boolean
  /** A separation-of-duties rule between this group and another one of the person. */
  conflict: { group: string; reason: string } | null
}

const fits: Record<DifferenceKind, Settlement[]> = {
  added: ['adopt', 'remove'],
  removed: ['restore', 'accept'],
  groupMissing: ['restore', 'accept'],
}
const unfit: Record<Settlement, string> = {
  adopt: 'There is no membership to keep.',
  remove: 'There is no membership to remove.',
  restore: 'There is nothing to restore.',
  accept: 'There is no grant to end.',
}
const over: Record<Exclude<DifferenceStatus, 'open'>, string> = {
  adopted: 'The membership was already kept.',
  removed: 'The membership was already removed.',
  restored: 'The membership was already restored.',
  accepted: 'The difference was already accepted.',
  gone: 'The directory and the record match again.',
}

/** Tells whether the action keeps access that the member would otherwise lose. */
export const keepsAccess = (action: Settlement): boolean => action === 'adopt' || action === 'restore'

/** Stops people from granting access to themselves, with any of their accounts. They can always give up their own. */
export function ownAffair(action: Settlement, { own }: Pick<DifferenceFacts, 'own'>): Verdict {
  if (!own || !keepsAccess(action)) return true
  return "You can't keep or restore your own access, from any of your accounts. Ask another owner or an administrator."
}

/** Decides whether the state of the difference allows the action, for any actor. */
export function canResolve(action: Settlement, difference: DifferenceFacts): Verdict {
  const { account, kind, status, memberKind, person, maxDurationHours, granted, conflict } = difference
  if (status !== 'open') return over[status]
  const state = stateAllows('manageAccess', account)
  if (state !== true) return state
  if (!fits[kind].includes(action)) return unfit[action]
  if (kind === 'added' && granted) return 'Access was granted in the meantime. The next scan closes this.'
  if (kind === 'removed' && !granted) return 'The grant ended in the meantime. The next scan closes this.'
  const gives = action === 'adopt' || (action === 'restore' && kind === 'removed')
  if (gives && person && !person.active) return 'The person has been disabled in the directory.'
  if (action === 'adopt' && memberKind === 'person' && !person)
    return 'Slipway has no record of this person yet. Scan again in a few minutes.'
  if (action === 'adopt' && !person && maxDurationHours !== null)
    return 'This group allows only time-limited access, which can be granted to people only.'
  if (action === 'adopt' && conflict) return `A separation-of-duties rule covers this group and ${conflict.group}: ${conflict.reason}`
  return true
}

export function differenceCan(actor: Person, difference: DifferenceFacts): Record<Settlement | 'look', Verdict> {
  const who = canDoInAccount(actor, 'manageAccess', difference.account)
  const verdict = (action: Settlement): Verdict => {
    if (who !== true) return who
    const resolve = canResolve(action, difference)
    return resolve === true ? ownAffair(action, difference) : resolve
  }
  return {
    adopt: verdict('adopt'),
    remove: verdict('remove'),
    restore: verdict('restore'),
    accept: verdict('accept'),
    look: who === true ? stateAllows('manageAccess', difference.account) : who,
  }
}
