import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function canRetrigger(actor: Person): Verdict {
  return actor.admin ? true : 'Only administrators can restart stuck runs.'
}
