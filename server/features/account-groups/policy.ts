import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'
import type { AccessGroupStatus } from '../../db/tables.ts'
import { type AccountFacts, stateAllows, whoMay } from '../accounts/policy.ts'

export interface GroupFacts {
  status: AccessGroupStatus
  requestable: boolean
}
/** What the actor has of a group already. */
export interface OwnFacts {
  member: boolean
  openRequest: string | null
}

const unready: Partial<Record<AccessGroupStatus, string>> = {
  creating: 'It is still being made.',
  failed: 'It could not be made. Its account’s owners see why.',
  deleting: 'It is being deleted.',
  deleted: 'It has been deleted.',
}

/** Whether the actor may ask to be let in. */
export function mayAsk(account: AccountFacts, group: GroupFacts, own: OwnFacts): Verdict {
  const state = stateAllows('manageAccess', account)
  if (state !== true) return state
  if (unready[group.status]) return unready[group.status]!
  if (own.member) return 'You are in it already.'
  if (own.openRequest) return `You have asked for it: ${own.openRequest} waits for its decision.`
  return group.requestable ? true : 'It cannot be asked for here. Talk to an owner of the account.'
}

/** Whether the group is in a state to be deleted, whoever asks. */
export function mayGo({ status }: Pick<GroupFacts, 'status'>): Verdict {
  return status === 'creating' || status === 'deleting' || status === 'deleted' ? unready[status]! : true
}

/** What the actor may do to a group of an account now, or why not. */
export function accessGroupCan(
  actor: Person,
  account: AccountFacts,
  group: GroupFacts,
  own: OwnFacts,
): { request: Verdict; delete: Verdict } {
  const who = whoMay(actor, 'manageAccess', account)
  return { request: mayAsk(account, group, own), delete: who === true ? mayGo(group) : who }
}
