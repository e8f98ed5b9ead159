import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function canAddSubstitute(actor: Person, { own, isTowerLead }: { own: boolean; isTowerLead: boolean }): Verdict {
  if (own) return 'Requesters can’t choose who decides on their own request.'
  return actor.admin || isTowerLead ? true : 'Only administrators and leads of its tower can add a substitute approver.'
}
