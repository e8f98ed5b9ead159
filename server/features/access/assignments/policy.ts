import { mayMove } from '../../../approvals/requestMoves.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'
import { stayInWords } from '../../accounts/groups/assignmentPolicy.ts'

interface RequestFacts {
  requester: { id: string }
  status: RequestStatus
}

/** What the actor may do to a request for access. Deciding on it is the approval's affair. */
export function accessRequestCan(actor: Person, request: RequestFacts): { edit: Verdict; withdraw: Verdict } {
  if (request.requester.id !== actor.id)
    return { edit: 'Only the requester changes a request.', withdraw: 'Only the requester takes a request back.' }
  const words = request.status.replace('_', ' ')
  const open = request.status === 'pending_approval' || request.status === 'changes_requested'
  return {
    edit: open ? true : `A request that is ${words} cannot be changed.`,
    withdraw: mayMove(request.status, 'cancelled') ? true : `A request that is ${words} cannot be taken back.`,
  }
}

/** Whether a group lets people stay that long. */
export function mayStay(maxHours: number | null, hours: number | null): Verdict {
  if (maxHours === null || (hours !== null && hours <= maxHours)) return true
  const longest = stayInWords(maxHours)
  return hours === null
    ? `This group is lent, not given: say for how long, at most ${longest}.`
    : `This group can be had for at most ${longest}.`
}
