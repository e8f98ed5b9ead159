import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { DifferenceKind, DifferenceStatus } from '../../../db/tables.ts'
import { type AccountFacts, canDoInAccount, stateVerdict } from '../../accounts/accounts/policy.ts'

export const resolutions = ['adopt', 'remove', 'restore', 'accept'] as const
export type Resolution = (typeof resolutions)[number]

export interface DifferenceFacts {
  account: AccountFacts
  kind: DifferenceKind
  status: DifferenceStatus
  memberKind: 'person' | 'group' | 'other' | null
  person: { id: string; active: boolean } | null
  /** True if the member is the actor, with any of the actor’s user accounts. */
  own: boolean
  /** The group’s maximum duration in hours; null means permanent. */
  maxDurationHours: number | null
  /** True if a grant justifies the membership, or is about to justify it. */
  granted: boolean
  conflict: { group: string; reason: string } | null
}

const resolutionsByKind: Record<DifferenceKind, Resolution[]> = {
  added: ['adopt', 'remove'],
  removed: ['restore', 'accept'],
  groupMissing: ['restore', 'accept'],
}
const notApplicableMessages: Record<Resolution, string> = {
  adopt: 'You can’t keep this membership, because it doesn’t exist in the directory.',
  remove: 'You can’t remove this membership, because it doesn’t exist in the directory.',
  restore: 'You can’t restore this, because nothing is missing from the directory.',
  accept: 'You can’t accept this difference, because no grant is recorded for it.',
}
const resolvedMessages: Record<Exclude<DifferenceStatus, 'open'>, string> = {
  adopted: 'The membership was already kept.',
  removed: 'The membership was already removed.',
  restored: 'The membership was already restored.',
  accepted: 'The difference was already accepted.',
  gone: 'The directory and the record match again.',
}

export const differenceProblems = {
  own: 'You can’t keep or restore your own access, even with another of your user accounts. Ask another owner or an administrator.',
  conflict: (group: string, reason: string) => `A separation-of-duties rule covers this group and ${group}: ${reason}`,
}

export const isAccessKept = (action: Resolution): boolean => action === 'adopt' || action === 'restore'

/** Prevents people from granting access to themselves, with any of their user accounts. They can always end their own access. */
export function ownAccessVerdict(action: Resolution, { own }: Pick<DifferenceFacts, 'own'>): Verdict {
  return own && isAccessKept(action) ? differenceProblems.own : true
}

export function canResolve(action: Resolution, difference: DifferenceFacts): Verdict {
  const { account, kind, status, memberKind, person, maxDurationHours, granted, conflict } = difference
  if (status !== 'open') return resolvedMessages[status]
  const state = stateVerdict('manageAccess', account)
  if (state !== true) return state
  if (!resolutionsByKind[kind].includes(action)) return notApplicableMessages[action]
  if (kind === 'added' && granted) return 'Access was granted in the meantime. The next scan closes this difference.'
  if (kind === 'removed' && !granted) return 'The grant ended in the meantime. The next scan closes this difference.'
  const grantsAccess = action === 'adopt' || (action === 'restore' && kind === 'removed')
  if (grantsAccess && person && !person.active) return 'The person is disabled in the directory.'
  if (action === 'adopt' && memberKind === 'person' && !person)
    return 'Slipway has no record of this person yet. Scan again in a few minutes.'
  if (action === 'adopt' && !person && maxDurationHours !== null)
    return 'This group allows only time-limited access, which only people can have.'
  if (action === 'adopt' && conflict) return differenceProblems.conflict(conflict.group, conflict.reason)
  return true
}

export function differenceCan(actor: Person, difference: DifferenceFacts): Record<Resolution | 'look', Verdict> {
  const roleVerdict = canDoInAccount(actor, 'manageAccess', difference.account)
  const verdict = (action: Resolution): Verdict => {
    if (roleVerdict !== true) return roleVerdict
    const resolveVerdict = canResolve(action, difference)
    return resolveVerdict === true ? ownAccessVerdict(action, difference) : resolveVerdict
  }
  return {
    adopt: verdict('adopt'),
    remove: verdict('remove'),
    restore: verdict('restore'),
    accept: verdict('accept'),
    look: roleVerdict === true ? stateVerdict('manageAccess', difference.account) : roleVerdict,
  }
}
