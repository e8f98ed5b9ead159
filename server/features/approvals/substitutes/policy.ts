import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** Whether the actor may look for cover and name somebody: administrators and leads of the tower, never for an own request. */
export function mayCover(actor: Person, { own, leads }: { own: boolean; leads: boolean }): Verdict {
  if (own) return 'Requesters can’t choose who decides on their own request.'
  return actor.admin || leads ? true : 'Only administrators and leads of its tower can add a substitute approver.'
}
