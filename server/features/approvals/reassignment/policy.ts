import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** Only people with a current or past vote take part in an approval. */
export function canReassign(actor: Person, { requester, asked }: { requester: { id: string }; asked: boolean }): Verdict {
  if (requester.id === actor.id) return 'Requesters can’t choose who decides on their own request.'
  return asked ? true : 'You aren’t an approver of this request.'
}

/** Both people of a reassignment can end it. */
export function canRevokeReassignment(actor: Person, passed: { person_id: string; receiver_id: string } | undefined): Verdict {
  if (passed && [passed.person_id, passed.receiver_id].includes(actor.id)) return true
  return 'You have neither reassigned this decision nor been assigned it.'
}
