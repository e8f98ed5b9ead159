import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RetirementPhase } from '../../../db/tables.ts'
import { type AccountFacts, whoMay } from '../accounts/policy.ts'
import { mayMove } from './states.ts'

export interface RetirementFacts {
  phase: RetirementPhase
  restorableUntil: Date | null
}

const sinceThen: Record<RetirementPhase, string> = {
  grace: 'Access has been removed. Nothing else has changed yet.',
  removing: 'Resources are being deleted, so you can’t undo this. You can restore the account when its subscription is cancelled.',
  gone: 'The resources are deleted and the subscription is cancelled.',
  undoing: 'Undo is already in progress.',
  undone: 'The decommission was already undone.',
  restoring: 'The restore is already in progress.',
  restored: 'The account was already restored.',
  over: 'The time for a restore is over.',
}

/** Checks only the phase of the decommission, for any person. */
export function phaseAllows(action: 'undo' | 'goOn' | 'restore', { phase, restorableUntil }: RetirementFacts, now: Date): Verdict {
  if (action === 'restore') {
    if (phase === 'grace') return 'Nothing has been deleted yet. Undo the decommission instead.'
    if (!mayMove(phase, 'restoring')) return sinceThen[phase]
    return restorableUntil !== null && restorableUntil > now ? true : sinceThen.over
  }
  return mayMove(phase, action === 'undo' ? 'undoing' : 'removing') ? true : sinceThen[phase]
}

export function retirementCan(
  actor: Person,
  account: AccountFacts,
  retirement: RetirementFacts,
  now: Date,
): { undo: Verdict; goOn: Verdict; restore: Verdict } {
  const who = whoMay(actor, 'decommission', account)
  const verdict = (action: 'undo' | 'goOn' | 'restore') => (who === true ? phaseAllows(action, retirement, now) : who)
  return { undo: verdict('undo'), goOn: verdict('goOn'), restore: verdict('restore') }
}
