import { mayMove } from '../../../approvals/requestMoves.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'

interface RequestFacts {
  requester: { id: string }
  status: RequestStatus
}

/** What the actor may do to an own request. Deciding on it is the approval's affair. */
export function accountRequestCan(actor: Person, request: RequestFacts): { edit: Verdict; withdraw: Verdict } {
  if (request.requester.id !== actor.id)
    return { edit: 'Only the requester changes a request.', withdraw: 'Only the requester takes a request back.' }
  const editable = request.status === 'pending_approval' || request.status === 'changes_requested'
  return {
    edit: editable ? true : `A request that is ${request.status.replace('_', ' ')} cannot be changed.`,
    withdraw: mayMove(request.status, 'cancelled') ? true : `A request that is ${request.status.replace('_', ' ')} cannot be taken back.`,
  }
}
