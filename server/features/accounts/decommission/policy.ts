import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { DecommissionPhase } from '../../../db/tables.ts'
import { type AccountFacts, canDoInAccount } from '../accounts/policy.ts'
import { canMove } from './states.ts'

interface DecommissionFacts {
  phase: DecommissionPhase
  restorableUntil: Date | null
}

const phaseMessages: Record<DecommissionPhase, string> = {
  grace: 'Access has been removed. Nothing else has changed yet.',
  removing: 'Resources are being deleted, so you can’t undo this. You can restore the account when its subscription is cancelled.',
  gone: 'The resources are deleted and the subscription is cancelled.',
  undoing: 'The decommission is already being undone.',
  undone: 'The decommission was already undone.',
  restoring: 'The account is already being restored.',
  restored: 'The account was already restored.',
  over: 'The time to restore the account is over.',
}

export type DecommissionAction = 'undo' | 'skipGracePeriod' | 'restore'

export function phaseVerdict(action: DecommissionAction, { phase, restorableUntil }: DecommissionFacts, now: Date): Verdict {
  if (action === 'restore') {
    if (phase === 'grace') return 'Nothing has been deleted yet. Undo the decommission instead.'
    if (!canMove(phase, 'restoring')) return phaseMessages[phase]
    return restorableUntil !== null && restorableUntil > now ? true : phaseMessages.over
  }
  return canMove(phase, action === 'undo' ? 'undoing' : 'removing') ? true : phaseMessages[phase]
}

export function decommissionCan(
  actor: Person,
  account: AccountFacts,
  decommission: DecommissionFacts,
  now: Date,
): Record<DecommissionAction, Verdict> {
  const roleVerdict = canDoInAccount(actor, 'decommission', account)
  const verdict = (action: DecommissionAction) => (roleVerdict === true ? phaseVerdict(action, decommission, now) : roleVerdict)
  return { undo: verdict('undo'), skipGracePeriod: verdict('skipGracePeriod'), restore: verdict('restore') }
}
