import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { AccessGroupStatus, GrantStatus, SandboxStatus } from '../../../db/tables.ts'
import { prolongsOwn } from '../../accounts/groups/assignmentPolicy.ts'
import { ownsSandbox } from '../sandboxes/policy.ts'

export interface HomeFacts {
  status: SandboxStatus
  /** The end of the lease, if it has one. */
  end: Date | null
  owners: { id: string }[]
}
export interface OwnFacts {
  /** The person has permanent access, so there is nothing to request. */
  member: boolean
  openRequest: string | null
}
export interface GrantFacts {
  personId: string
  /** The person is the actor, with any of their accounts. */
  own: boolean
  status: GrantStatus
  endsAt: Date | null
  openRequest: string | null
  /** The access comes with being an owner. */
  asOwner: boolean
  groupStatus: AccessGroupStatus
  sandbox: HomeFacts
}

const closed: Partial<Record<SandboxStatus, string>> = {
  queued: 'The sandbox is queued. You can’t grant access yet.',
  provisioning: 'The sandbox is still being set up.',
  failed: 'The sandbox couldn’t be set up.',
  deleting: 'The sandbox is being deleted.',
  deleted: 'The sandbox was deleted.',
  quarantined: 'The sandbox is being removed.',
}
const unready: Partial<Record<AccessGroupStatus, string>> = {
  creating: 'The group is still being created.',
  failed: 'The group couldn’t be created. Administrators can see why.',
  deleting: 'The group is being deleted.',
  deleted: 'The group was deleted.',
}
const over: Partial<Record<GrantStatus, string>> = {
  revoking: 'This access is already being revoked.',
  expired: 'This access has ended.',
  revoked: 'This access has ended.',
}

/** Tells whether the group can get members now, by request or otherwise. */
export function canBeRequested(sandbox: Pick<HomeFacts, 'status'>, group: AccessGroupStatus): Verdict {
  return closed[sandbox.status] ?? unready[group] ?? true
}

export function canRequest(sandbox: HomeFacts, group: AccessGroupStatus, own: OwnFacts): Verdict {
  const ready = canBeRequested(sandbox, group)
  if (ready !== true) return ready
  if (own.member) return 'You already have access to this group.'
  return own.openRequest ? `You already requested access. ${own.openRequest} is pending approval.` : true
}

/** Decides whether the actor has the right, whatever the state. */
export function canAddMembers(actor: Person, sandbox: Pick<HomeFacts, 'owners'>): Verdict {
  return actor.admin || ownsSandbox(actor, sandbox) ? true : 'Only owners of the sandbox and administrators can grant access.'
}

export function groupCan(
  actor: Person,
  sandbox: HomeFacts,
  group: AccessGroupStatus,
  own: OwnFacts,
): { request: Verdict; addMembers: Verdict } {
  const who = canAddMembers(actor, sandbox)
  return { request: canRequest(sandbox, group, own), addMembers: who === true ? canBeRequested(sandbox, group) : who }
}

export function canSeeGrant(actor: Person, { personId, sandbox }: Pick<GrantFacts, 'personId' | 'sandbox'>, member: boolean): Verdict {
  const inside = personId === actor.id || actor.admin || actor.auditor || member || ownsSandbox(actor, sandbox)
  return inside ? true : 'Only members of the sandbox, administrators and auditors can see this.'
}

/** Decides whether the actor has the right, whatever the state. */
export function canEndAssignment(actor: Person, { personId, sandbox }: Pick<GrantFacts, 'personId' | 'sandbox'>): Verdict {
  if (personId === actor.id || actor.admin || ownsSandbox(actor, sandbox)) return true
  return 'Only the member, owners of the sandbox and administrators can do this.'
}

function canExtend({ status, endsAt, openRequest, sandbox, groupStatus }: GrantFacts): Verdict {
  if (over[status]) return `${over[status]} Request it again.`
  if (status !== 'active') return 'This access hasn’t started yet.'
  if (endsAt === null) return 'This access lasts until the sandbox ends, so you can’t extend it.'
  return canRequest(sandbox, groupStatus, { member: false, openRequest })
}

export function grantCan(actor: Person, facts: GrantFacts): { extend: Verdict; changeEnd: Verdict; end: Verdict } {
  const who = canEndAssignment(actor, facts)
  const byOwning = 'This access belongs to the owner role. Change the owners instead.'
  const verdict = who !== true ? who : (over[facts.status] ?? (facts.asOwner ? byOwning : true))
  return {
    extend: facts.personId === actor.id ? canExtend(facts) : 'The member can request an extension. You can change the end date.',
    changeEnd: verdict,
    end: verdict,
  }
}

/**
 * The latest end that the actor can set: people can’t extend their own access, and no access outlasts the sandbox. Null means the sandbox’s
 * end.
 */
export function latestEnd({ own, endsAt, sandbox }: Pick<GrantFacts, 'own' | 'endsAt' | 'sandbox'>): Date | null {
  return own && endsAt !== null ? endsAt : sandbox.end
}

/** Null as the end means the sandbox’s end. */
export function canEndAt(actor: Person, facts: GrantFacts, endsAt: Date | null): Verdict {
  const who = canEndAssignment(actor, facts)
  if (who !== true) return who
  return facts.own && facts.endsAt !== null && (endsAt === null || endsAt > facts.endsAt) ? prolongsOwn : true
}
