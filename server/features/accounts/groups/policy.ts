import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { AccessGroupStatus } from '../../../db/tables.ts'
import { type AccountFacts, canDoInAccount, stateAllows } from '../accounts/policy.ts'

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

export function canBeRequested(account: AccountFacts, group: Pick<GroupFacts, 'status'>): Verdict {
  const state = stateAllows('manageAccess', account)
  return state === true ? (unready[group.status] ?? true) : state
}

export function canRequest(account: AccountFacts, group: GroupFacts, own: OwnFacts): Verdict {
  const ready = canBeRequested(account, group)
  if (ready !== true) return ready
  if (own.member) return 'You already have access to this group.'
  if (own.openRequest) return `You already requested access. ${own.openRequest} is pending approval.`
  return group.requestable ? true : 'You can’t request access to this group here. Ask an owner of the account.'
}

export function canDelete({ status }: Pick<GroupFacts, 'status'>): Verdict {
  return status === 'creating' || status === 'deleting' || status === 'deleted' ? unready[status]! : true
}

export function canChange({ status }: Pick<GroupFacts, 'status'>): Verdict {
  return status === 'deleting' || status === 'deleted' ? unready[status]! : true
}

export function accessGroupCan(
  actor: Person,
  account: AccountFacts,
  group: GroupFacts,
  own: OwnFacts,
): { request: Verdict; grant: Verdict; update: Verdict; delete: Verdict } {
  const who = canDoInAccount(actor, 'manageAccess', account)
  return {
    request: canRequest(account, group, own),
    grant: actor.admin ? canBeRequested(account, group) : 'Only administrators can grant access without a request.',
    update: who === true ? canChange(group) : who,
    delete: who === true ? canDelete(group) : who,
  }
}
