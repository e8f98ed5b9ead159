import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import { isTransitionAllowed } from '../../../approvals/requestTransitions.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'
import { formatHours } from '../../../format.ts'

interface RequestFacts {
  requester: { id: string }
  status: RequestStatus
}

export function accessRequestCan(actor: Person, request: RequestFacts): { edit: Verdict; withdraw: Verdict } {
  if (request.requester.id !== actor.id)
    return { edit: 'Only the requester can change a request.', withdraw: 'Only the requester can withdraw a request.' }
  const status = request.status.replace('_', ' ')
  const isOpen = isOpenRequest(request.status)
  return {
    edit: isOpen ? true : `You can’t change a request that is ${status}.`,
    withdraw: isTransitionAllowed(request.status, 'cancelled') ? true : `You can’t withdraw a request that is ${status}.`,
  }
}

export function isWithinMaximum(maxHours: number | null, hours: number | null): Verdict {
  if (maxHours === null || (hours !== null && hours <= maxHours)) return true
  const maxDurationText = formatHours(maxHours)
  return hours === null
    ? `This group allows only time-limited access. Enter a duration of at most ${maxDurationText}.`
    : `This group allows at most ${maxDurationText}.`
}
