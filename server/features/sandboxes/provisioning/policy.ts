import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** Everybody who looks after sandboxes sees what is stuck; starting it again changes things. */
export function mayRetrigger(actor: Person): Verdict {
  return actor.admin ? true : 'Only administrators can restart stuck runs.'
}
