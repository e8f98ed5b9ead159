import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'
import type { RequestStatus, UpdateKind } from '../../db/tables.ts'
import { mayMove } from '../account-requests/states.ts'

interface UpdateFacts {
  kind: UpdateKind
  requester: { id: string }
  status: RequestStatus
}

/** What the actor may do to an update. Deciding on it is the approval's affair. */
export function updateCan(actor: Person, update: UpdateFacts): { edit: Verdict; withdraw: Verdict } {
  const words = update.status.replace('_', ' ')
  const open = update.status === 'pending_approval' || update.status === 'changes_requested'
  const edit = open ? true : `An update that is ${words} cannot be changed.`
  const withdraw = mayMove(update.status, 'cancelled') ? true : `An update that is ${words} cannot be taken back.`
  if (update.requester.id === actor.id) return { edit, withdraw }
  return {
    edit: 'Only the requester changes an update that waits.',
    withdraw: actor.admin ? withdraw : 'Only the requester and administrators take an update back.',
  }
}
