import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import { isTransitionAllowed } from '../../../approvals/requestTransitions.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'

interface RequestFacts {
  requester: { id: string }
  status: RequestStatus
}

export function accountRequestCan(actor: Person, request: RequestFacts): { edit: Verdict; withdraw: Verdict } {
  if (request.requester.id !== actor.id)
    return { edit: 'Only the requester can change a request.', withdraw: 'Only the requester can withdraw a request.' }
  const isEditable = isOpenRequest(request.status)
  return {
    edit: isEditable ? true : `You can’t change a request that is ${request.status.replace('_', ' ')}.`,
    withdraw: isTransitionAllowed(request.status, 'cancelled')
      ? true
      : `You can’t withdraw a request that is ${request.status.replace('_', ' ')}.`,
  }
}
