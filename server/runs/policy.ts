import type { Verdict } from '../auth/access.ts'
import type { Person } from '../auth/actor.ts'
import { cancelVerdict, type RunFacts, type StepState } from './cancelRules.ts'

export function workCan(actor: Person, run: RunFacts, steps: readonly StepState[]): { retry: Verdict; skip: Verdict; cancel: Verdict } {
  if (!actor.admin)
    return {
      retry: 'Only administrators can retry a step. They are notified of failed runs.',
      skip: 'Only administrators can skip a step.',
      cancel: 'Only administrators can cancel a run.',
    }
  const isStuck = run.status === 'failed' || run.status === 'waiting'
  return {
    retry: isStuck ? true : 'No step has failed or is waiting.',
    skip: isStuck ? true : 'You can skip a step only if it has failed or is waiting.',
    cancel: cancelVerdict(run, steps),
  }
}
