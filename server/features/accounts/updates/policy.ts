import { canMove } from '../../../approvals/requestTransitions.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'

interface UpdateFacts {
  requester: { id: string }
  status: RequestStatus
}
type OwnedUpdate = UpdateFacts & { owners: { id: string }[] }

/** Checks whether the requester can still change the update, in any status. */
export function canEditUpdate(actor: Person, { requester, owners }: Omit<OwnedUpdate, 'status'>): Verdict {
  if (requester.id !== actor.id) return 'Only the requester can change a pending update.'
  const owns = actor.admin || owners.some((owner) => owner.id === actor.id)
  return owns ? true : 'You no longer own this account, so you can only withdraw the update.'
}

export function withdrawVerdict(actor: Person, { requester, status }: UpdateFacts): Verdict {
  if (requester.id !== actor.id && !actor.admin) return 'Only the requester and administrators can withdraw an update.'
  return canMove(status, 'cancelled') ? true : `You can’t withdraw an update that is ${status.replace('_', ' ')}.`
}

/** Approval decisions have their own policy. */
export function updateCan(actor: Person, update: OwnedUpdate): { edit: Verdict; withdraw: Verdict } {
  const open = update.status === 'pending_approval' || update.status === 'changes_requested'
  const who = canEditUpdate(actor, update)
  const edit = open ? true : `You can’t change an update that is ${update.status.replace('_', ' ')}.`
  return { edit: who === true ? edit : who, withdraw: withdrawVerdict(actor, update) }
}
