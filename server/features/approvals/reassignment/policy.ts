import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function canReassign(actor: Person, { requester, isApprover }: { requester: { id: string }; isApprover: boolean }): Verdict {
  if (requester.id === actor.id) return 'Requesters can’t choose who decides on their own request.'
  return isApprover ? true : 'You aren’t an approver of this request.'
}

export function canRevokeReassignment(actor: Person, reassignment: { person_id: string; receiver_id: string } | undefined): Verdict {
  if (reassignment && [reassignment.person_id, reassignment.receiver_id].includes(actor.id)) return true
  return 'You can’t revoke this reassignment, because you neither made nor received it.'
}
