import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { DifferenceKind, DifferenceStatus } from '../../../db/tables.ts'
import { type AccountFacts, stateAllows, whoMay } from '../../accounts/accounts/policy.ts'

export const settlements = ['adopt', 'remove', 'restore', 'accept'] as const
export type Settlement = (typeof settlements)[number]

export interface DifferenceFacts {
  account: AccountFacts
  kind: DifferenceKind
  status: DifferenceStatus
  memberKind: 'person' | 'group' | 'other' | null
  /** Null where it is no person that Slipway knows. */
  person: { id: string; active: boolean } | null
  /** The actor is this person, by whichever of their accounts. */
  own: boolean
  /** The longest one may stay in the group; null: for good. */
  maxDurationHours: number | null
  /** A grant lets the person be in, or is about to. */
  granted: boolean
  /** A group the person holds that nobody should be in together with this one. */
  conflict: { group: string; reason: string } | null
}

const fits: Record<DifferenceKind, Settlement[]> = {
  added: ['adopt', 'remove'],
  removed: ['restore', 'accept'],
  groupMissing: ['restore', 'accept'],
}
const unfit: Record<Settlement, string> = {
  adopt: 'There is no membership to keep.',
  remove: 'There is no membership to take away.',
  restore: 'There is nothing to put back.',
  accept: 'There is no grant to end.',
}
const over: Record<Exclude<DifferenceStatus, 'open'>, string> = {
  adopted: 'It was kept already.',
  removed: 'It was taken away already.',
  restored: 'It was put back already.',
  accepted: 'It was accepted already.',
  gone: 'The directory and the record agree again.',
}

/** Whether somebody has access afterwards who would otherwise lose it. */
export const keepsAccess = (action: Settlement): boolean => action === 'adopt' || action === 'restore'

/** Nobody gives themself access, by whichever of their accounts; to give some up is everyone’s own affair. */
export function ownAffair(action: Settlement, { own }: Pick<DifferenceFacts, 'own'>): Verdict {
  if (!own || !keepsAccess(action)) return true
  return "You can't keep or restore your own access, from any of your accounts. Ask another owner or an administrator."
}

/** Whether a difference can be settled so now, whoever asks. */
export function maySettle(action: Settlement, difference: DifferenceFacts): Verdict {
  const { account, kind, status, memberKind, person, maxDurationHours, granted, conflict } = difference
  if (status !== 'open') return over[status]
  const state = stateAllows('manageAccess', account)
  if (state !== true) return state
  if (!fits[kind].includes(action)) return unfit[action]
  if (kind === 'added' && granted) return 'It has been granted in the meantime. The next look closes this.'
  if (kind === 'removed' && !granted) return 'The grant has ended in the meantime. The next look closes this.'
  const gives = action === 'adopt' || (action === 'restore' && kind === 'removed')
  if (gives && person && !person.active) return 'The person has been disabled in the directory.'
  if (action === 'adopt' && memberKind === 'person' && !person) return 'Slipway does not know the person yet. Look again in a few minutes.'
  if (action === 'adopt' && !person && maxDurationHours !== null)
    return 'This group is lent, not given, and only a person can be lent a place in it.'
  if (action === 'adopt' && conflict) return `Nobody should be in this group and in ${conflict.group}: ${conflict.reason}`
  return true
}

/** What the actor may do about a difference, or why not. */
export function differenceCan(actor: Person, difference: DifferenceFacts): Record<Settlement | 'look', Verdict> {
  const who = whoMay(actor, 'manageAccess', difference.account)
  const verdict = (action: Settlement): Verdict => {
    if (who !== true) return who
    const settle = maySettle(action, difference)
    return settle === true ? ownAffair(action, difference) : settle
  }
  return {
    adopt: verdict('adopt'),
    remove: verdict('remove'),
    restore: verdict('restore'),
    accept: verdict('accept'),
    look: who === true ? stateAllows('manageAccess', difference.account) : who,
  }
}
