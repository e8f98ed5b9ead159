import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** Auditors can see stuck runs too, but they can't restart them. */
export function canRetrigger(actor: Person): Verdict {
  return actor.admin ? true : 'Only administrators can restart stuck runs.'
}
