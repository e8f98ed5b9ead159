import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'

/** Only administrators move stuck work; everyone concerned may watch it. */
export function workCan(actor: Person, run: { status: string }): { retry: Verdict; skip: Verdict } {
  if (!actor.admin)
    return { retry: 'Administrators retry a step; they see it in their list of stuck work.', skip: 'Only administrators skip a step.' }
  const stuck = run.status === 'failed' || run.status === 'waiting'
  return stuck ? { retry: true, skip: true } : { retry: 'Nothing has failed.', skip: 'Only a step that failed or waits can be skipped.' }
}
