import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { AccessGroupStatus } from '../../../db/tables.ts'
import { type AccountFacts, stateAllows, whoMay } from '../accounts/policy.ts'

export interface GroupFacts {
  status: AccessGroupStatus
  requestable: boolean
}
export interface OwnFacts {
  member: boolean
  openRequest: string | null
}

const unready: Partial<Record<AccessGroupStatus, string>> = {
  creating: 'The group is still being created.',
  failed: 'The group couldn’t be created. Owners of the account can see why.',
  deleting: 'The group is being deleted.',
  deleted: 'The group was deleted.',
}

export function mayBeHad(account: AccountFacts, group: Pick<GroupFacts, 'status'>): Verdict {
  const state = stateAllows('manageAccess', account)
  return state === true ? (unready[group.status] ?? true) : state
}

export function mayAsk(account: AccountFacts, group: GroupFacts, own: OwnFacts): Verdict {
  const ready = mayBeHad(account, group)
  if (ready !== true) return ready
  if (own.member) return 'You already have access to this group.'
  if (own.openRequest) return `You already requested access. ${own.openRequest} is pending approval.`
  return group.requestable ? true : 'You can’t request access to this group here. Ask an owner of the account.'
}

export function mayGo({ status }: Pick<GroupFacts, 'status'>): Verdict {
  return status === 'creating' || status === 'deleting' || status === 'deleted' ? unready[status]! : true
}

export function mayChange({ status }: Pick<GroupFacts, 'status'>): Verdict {
  return status === 'deleting' || status === 'deleted' ? unready[status]! : true
}

export function accessGroupCan(
  actor: Person,
  account: AccountFacts,
  group: GroupFacts,
  own: OwnFacts,
): { request: Verdict; grant: Verdict; update: Verdict; delete: Verdict } {
  const who = whoMay(actor, 'manageAccess', account)
  return {
    request: mayAsk(account, group, own),
    grant: actor.admin ? mayBeHad(account, group) : 'Only administrators can grant access without a request.',
    update: who === true ? mayChange(group) : who,
    delete: who === true ? mayGo(group) : who,
  }
}
