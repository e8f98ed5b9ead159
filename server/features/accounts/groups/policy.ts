import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { AccessGroupStatus } from '../../../db/tables.ts'
import { type AccountFacts, canDoInAccount, stateVerdict } from '../accounts/policy.ts'

export interface GroupFacts {
  status: AccessGroupStatus
  requestable: boolean
}
interface ActorMembership {
  member: boolean
  openRequest: string | null
}

const unreadyMessages: Partial<Record<AccessGroupStatus, string>> = {
  creating: 'The group is still being created.',
  failed: 'The group couldn’t be created. Owners of the account can see why.',
  deleting: 'The group is being deleted.',
  deleted: 'The group was deleted.',
}

export const requestProblems = {
  member: 'You already have access to this group.',
  open: (reference: string) => `You already requested access. ${reference} is pending approval.`,
  notRequestable: 'You can’t request access to this group here. Ask an owner of the account.',
}

export function canBeRequested(account: AccountFacts, group: Pick<GroupFacts, 'status'>): Verdict {
  const state = stateVerdict('manageAccess', account)
  return state === true ? (unreadyMessages[group.status] ?? true) : state
}

export function canRequest(account: AccountFacts, group: GroupFacts, ownGrants: ActorMembership): Verdict {
  const requestableVerdict = canBeRequested(account, group)
  if (requestableVerdict !== true) return requestableVerdict
  if (ownGrants.member) return requestProblems.member
  if (ownGrants.openRequest) return requestProblems.open(ownGrants.openRequest)
  return group.requestable ? true : requestProblems.notRequestable
}

export function canDelete({ status }: Pick<GroupFacts, 'status'>): Verdict {
  return status === 'creating' || status === 'deleting' || status === 'deleted' ? unreadyMessages[status]! : true
}

export function canChange({ status }: Pick<GroupFacts, 'status'>): Verdict {
  return status === 'deleting' || status === 'deleted' ? unreadyMessages[status]! : true
}

export function accessGroupCan(
  actor: Person,
  account: AccountFacts,
  group: GroupFacts,
  ownGrants: ActorMembership,
): { request: Verdict; grant: Verdict; update: Verdict; delete: Verdict } {
  const roleVerdict = canDoInAccount(actor, 'manageAccess', account)
  return {
    request: canRequest(account, group, ownGrants),
    grant: actor.admin ? canBeRequested(account, group) : 'Only administrators can grant access without a request.',
    update: roleVerdict === true ? canChange(group) : roleVerdict,
    delete: roleVerdict === true ? canDelete(group) : roleVerdict,
  }
}
