import type { Verdict } from '../auth/access.ts'
import type { Person } from '../auth/actor.ts'
import { cancelVerdict, type RunFacts, type StepState } from './cancelRules.ts'

/** Only administrators move stuck work; everyone concerned may watch it. */
export function workCan(actor: Person, run: RunFacts, steps: readonly StepState[]): { retry: Verdict; skip: Verdict; cancel: Verdict } {
  if (!actor.admin)
    return {
      retry: 'Administrators retry a step; they see it in their list of stuck work.',
      skip: 'Only administrators skip a step.',
      cancel: 'Only administrators call work off.',
    }
  const stuck = run.status === 'failed' || run.status === 'waiting'
  return {
    retry: stuck ? true : 'Nothing has failed.',
    skip: stuck ? true : 'Only a step that failed or waits can be skipped.',
    cancel: cancelVerdict(run, steps),
  }
}
