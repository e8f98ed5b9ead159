import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { AccessGroupStatus, GrantStatus, SandboxStatus } from '../../../db/tables.ts'
import { extendsOwnAccess } from '../../accounts/groups/assignmentPolicy.ts'
import { ownsSandbox } from '../sandboxes/policy.ts'

export interface SandboxAccessFacts {
  status: SandboxStatus
  end: Date | null
  owners: { id: string }[]
}
interface ActorMembership {
  /** True if the person has permanent access, so no extension can be requested. */
  member: boolean
  openRequest: string | null
}
export interface GrantFacts {
  personId: string
  /** True if the person is the actor, with any of the actor’s user accounts. */
  own: boolean
  status: GrantStatus
  endsAt: Date | null
  openRequest: string | null
  asOwner: boolean
  groupStatus: AccessGroupStatus
  sandbox: SandboxAccessFacts
}

const closedMessages: Partial<Record<SandboxStatus, string>> = {
  queued: 'The sandbox is queued. You can’t grant access yet.',
  provisioning: 'The sandbox is still being set up.',
  failed: 'The sandbox couldn’t be set up.',
  deleting: 'The sandbox is being deleted.',
  deleted: 'The sandbox was deleted.',
  quarantined: 'The sandbox couldn’t be removed.',
}
const unreadyMessages: Partial<Record<AccessGroupStatus, string>> = {
  creating: 'The group is still being created.',
  failed: 'The group couldn’t be created. Administrators can see why.',
  deleting: 'The group is being deleted.',
  deleted: 'The group was deleted.',
}
const endedMessages: Partial<Record<GrantStatus, string>> = {
  revoking: 'This access is already being revoked.',
  expired: 'This access has ended.',
  revoked: 'This access has ended.',
}

export function canBeRequested(sandbox: Pick<SandboxAccessFacts, 'status'>, group: AccessGroupStatus): Verdict {
  return closedMessages[sandbox.status] ?? unreadyMessages[group] ?? true
}

export function canRequest(sandbox: SandboxAccessFacts, group: AccessGroupStatus, ownGrants: ActorMembership): Verdict {
  const requestableVerdict = canBeRequested(sandbox, group)
  if (requestableVerdict !== true) return requestableVerdict
  if (ownGrants.member) return 'You already have access to this group.'
  return ownGrants.openRequest ? `You already requested access. ${ownGrants.openRequest} is pending approval.` : true
}

export const onlyOwnersGrant = 'Only owners of the sandbox and administrators can grant access.'

export function canAddMembers(actor: Person, sandbox: Pick<SandboxAccessFacts, 'owners'>): Verdict {
  return actor.admin || ownsSandbox(actor, sandbox) ? true : onlyOwnersGrant
}

export function groupCan(
  actor: Person,
  sandbox: SandboxAccessFacts,
  group: AccessGroupStatus,
  ownGrants: ActorMembership,
): { request: Verdict; addMembers: Verdict } {
  const roleVerdict = canAddMembers(actor, sandbox)
  return { request: canRequest(sandbox, group, ownGrants), addMembers: roleVerdict === true ? canBeRequested(sandbox, group) : roleVerdict }
}

export function canSeeGrant(actor: Person, { personId, sandbox }: Pick<GrantFacts, 'personId' | 'sandbox'>, member: boolean): Verdict {
  const canSeeInside = personId === actor.id || actor.admin || actor.auditor || member || ownsSandbox(actor, sandbox)
  return canSeeInside ? true : 'Only members of the sandbox, administrators and auditors can see this.'
}

export function canEndAssignment(actor: Person, { personId, sandbox }: Pick<GrantFacts, 'personId' | 'sandbox'>): Verdict {
  if (personId === actor.id || actor.admin || ownsSandbox(actor, sandbox)) return true
  return 'Only the member, owners of the sandbox and administrators can do this.'
}

function canExtend({ status, endsAt, openRequest, sandbox, groupStatus }: GrantFacts): Verdict {
  if (endedMessages[status]) return `${endedMessages[status]} Request it again.`
  if (status !== 'active') return 'This access hasn’t started yet.'
  if (endsAt === null) return 'This access lasts until the sandbox ends, so you can’t extend it.'
  return canRequest(sandbox, groupStatus, { member: false, openRequest })
}

export function grantCan(actor: Person, facts: GrantFacts): { extend: Verdict; changeEnd: Verdict; end: Verdict } {
  const roleVerdict = canEndAssignment(actor, facts)
  const ownerAccessMessage = 'This access belongs to the owner role. Change the owners instead.'
  const verdict = roleVerdict !== true ? roleVerdict : (endedMessages[facts.status] ?? (facts.asOwner ? ownerAccessMessage : true))
  return {
    extend: facts.personId === actor.id ? canExtend(facts) : 'The member can request an extension. You can change the end date.',
    changeEnd: verdict,
    end: verdict,
  }
}

/**
 * The latest end that the actor can set. People can’t extend their own access, and no access outlasts the sandbox. Null means that the
 * access ends with the sandbox.
 */
export function latestEnd({ own: ownGrants, endsAt, sandbox }: Pick<GrantFacts, 'own' | 'endsAt' | 'sandbox'>): Date | null {
  return ownGrants && endsAt !== null ? endsAt : sandbox.end
}

/** If the end is null, the access ends with the sandbox. */
export function canEndAt(actor: Person, facts: GrantFacts, endsAt: Date | null): Verdict {
  const roleVerdict = canEndAssignment(actor, facts)
  if (roleVerdict !== true) return roleVerdict
  return facts.own && facts.endsAt !== null && (endsAt === null || endsAt > facts.endsAt) ? extendsOwnAccess : true
}
