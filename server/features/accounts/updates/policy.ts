import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import { isTransitionAllowed } from '../../../approvals/requestTransitions.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'

interface UpdateFacts {
  requester: { id: string }
  status: RequestStatus
}
type OwnedUpdate = UpdateFacts & { owners: { id: string }[] }

export const noLongerOwner = 'You no longer own this account, so you can only withdraw the change.'

export function canEditUpdate(actor: Person, { requester, owners }: Omit<OwnedUpdate, 'status'>): Verdict {
  if (requester.id !== actor.id) return 'Only the requester can edit a pending account change.'
  const isOwner = actor.admin || owners.some((owner) => owner.id === actor.id)
  return isOwner ? true : noLongerOwner
}

export function withdrawVerdict(actor: Person, { requester, status }: UpdateFacts): Verdict {
  if (requester.id !== actor.id && !actor.admin) return 'Only the requester and administrators can withdraw an account change.'
  return isTransitionAllowed(status, 'cancelled') ? true : `You can’t withdraw an account change that is ${status.replace('_', ' ')}.`
}

export function updateCan(actor: Person, update: OwnedUpdate): { edit: Verdict; withdraw: Verdict } {
  const isOpen = isOpenRequest(update.status)
  const roleVerdict = canEditUpdate(actor, update)
  const edit = isOpen ? true : `You can’t edit an account change that is ${update.status.replace('_', ' ')}.`
  return { edit: roleVerdict === true ? edit : roleVerdict, withdraw: withdrawVerdict(actor, update) }
}
