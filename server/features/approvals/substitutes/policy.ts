import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** Administrators and leads of the tower can add a substitute, but never for their own request. */
export function canAddSubstitute(actor: Person, { own, leads }: { own: boolean; leads: boolean }): Verdict {
  if (own) return 'Requesters can’t choose who decides on their own request.'
  return actor.admin || leads ? true : 'Only administrators and leads of its tower can add a substitute approver.'
}
