import type { Verdict } from '../auth/access.ts'
import type { Person } from '../auth/actor.ts'
import { cancelVerdict, type RunFacts, type StepState } from './cancelRules.ts'

type RunAction = 'open' | 'retry' | 'skip' | 'cancel'

export const seeRunsVerdict = (actor: Person): Verdict => actor.admin || actor.auditor || 'Only administrators and auditors can see runs.'

export function runCan(actor: Person, run: RunFacts, steps: readonly StepState[]): Record<RunAction, Verdict> {
  const open = seeRunsVerdict(actor)
  if (!actor.admin)
    return {
      open,
      retry: 'Only administrators can retry a step. They are notified of failed runs.',
      skip: 'Only administrators can skip a step.',
      cancel: 'Only administrators can cancel a run.',
    }
  const isStuck = run.status === 'failed' || run.status === 'waiting'
  return {
    open,
    retry: isStuck ? true : 'No step has failed or is waiting.',
    skip: isStuck ? true : 'You can skip a step only if it has failed or is waiting.',
    cancel: cancelVerdict(run, steps),
  }
}
