import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { GrantStatus } from '../../../db/tables.ts'
import { formatHours } from '../../../format.ts'
import { type AccountFacts, canDoInAccount, ownsAccount } from '../accounts/policy.ts'
import { canBeRequested, canRequest, type GroupFacts } from './policy.ts'

const hour = 3_600_000

interface AssignmentFacts {
  personId: string
  /** True if the person is the actor, with any of the actor’s user accounts. */
  own: boolean
  status: GrantStatus
  startsAt: Date
  endsAt: Date | null
  openRequest: string | null
  group: GroupFacts & { maxDurationHours: number | null }
  maximumLifted: boolean
  account: AccountFacts
}

export const assignmentProblems = {
  end: 'Only the member, owners of the account and administrators can do this.',
  extend: 'The member can request an extension. You can change the end date.',
}

const endedMessages: Partial<Record<GrantStatus, string>> = {
  revoking: 'This access is already being revoked.',
  expired: 'This access has ended.',
  revoked: 'This access has ended.',
}

export function canSeeAssignment(actor: Person, { personId, account }: Pick<AssignmentFacts, 'personId' | 'account'>): Verdict {
  return personId === actor.id ? true : canDoInAccount(actor, 'seeAll', account)
}

export function canEndAssignment(actor: Person, { personId, account }: Pick<AssignmentFacts, 'personId' | 'account'>): Verdict {
  if (personId === actor.id || actor.admin || ownsAccount(actor, account)) return true
  return assignmentProblems.end
}

function canExtend(facts: Omit<AssignmentFacts, 'startsAt'>): Verdict {
  if (endedMessages[facts.status]) return `${endedMessages[facts.status]} Request it again.`
  if (facts.status !== 'active') return 'This access hasn’t started yet.'
  if (facts.endsAt === null) return 'This access has no end date, so you can’t extend it.'
  return canRequest(facts.account, facts.group, { member: false, openRequest: facts.openRequest })
}

export function assignmentCan(
  actor: Person,
  facts: Omit<AssignmentFacts, 'startsAt'>,
): { extend: Verdict; changeEnd: Verdict; end: Verdict; liftMaximum: Verdict } {
  const roleVerdict = canEndAssignment(actor, facts)
  const verdict = roleVerdict === true ? (endedMessages[facts.status] ?? true) : roleVerdict
  return {
    extend: facts.personId === actor.id ? canExtend(facts) : assignmentProblems.extend,
    changeEnd: verdict,
    end: verdict,
    liftMaximum: canLiftMaximum(actor, facts),
  }
}

export const extendsOwnAccess = 'You can’t extend your own access, even with another of your user accounts. Request an extension instead.'

/**
 * Returns the latest end that the actor can set. People can't set a later end for their own access; for other members, the group's maximum
 * duration applies. Null means no limit.
 */
export function latestEnd({ own, startsAt, endsAt, group, maximumLifted }: AssignmentFacts, now: Date): Date | null {
  if (own) return endsAt
  if (group.maxDurationHours === null || maximumLifted) return null
  const latestEndDate = new Date(Math.max(now.getTime(), startsAt.getTime()) + group.maxDurationHours * hour)
  return endsAt && endsAt > latestEndDate ? endsAt : latestEndDate
}

/** Checks the actor and, for the actor's own access, also the new end date. Null means no end date. */
export function canEndAt(actor: Person, facts: AssignmentFacts, endsAt: Date | null, now: Date): Verdict {
  const roleVerdict = canEndAssignment(actor, facts)
  if (roleVerdict !== true) return roleVerdict
  return facts.own && isLate(facts, endsAt, now) ? extendsOwnAccess : true
}

export function isWithinMaximum(facts: AssignmentFacts, endsAt: Date | null, now: Date): Verdict {
  if (!isLate(facts, endsAt, now)) return true
  const latest = latestEnd(facts, now)!.toISOString()
  return `The maximum duration of this group is ${formatHours(facts.group.maxDurationHours!)}, so this access must end by ${latest}. An administrator can lift the limit for this assignment.`
}

function isLate(facts: AssignmentFacts, endsAt: Date | null, now: Date): boolean {
  const latest = latestEnd(facts, now)
  if (latest === null) return false
  return endsAt === null ? facts.endsAt !== null : endsAt > latest
}

export function canLiftMaximum(
  actor: Person,
  { own, status, group, maximumLifted }: Pick<AssignmentFacts, 'own' | 'status' | 'group' | 'maximumLifted'>,
): Verdict {
  if (!actor.admin) return 'Only administrators can lift the maximum duration of a group.'
  if (own) return extendsOwnAccess
  if (endedMessages[status]) return endedMessages[status]
  if (maximumLifted) return 'The maximum duration is already lifted.'
  return group.maxDurationHours === null ? 'This group has no maximum duration.' : true
}

export function canGrant(
  account: AccountFacts,
  group: GroupFacts,
  grant: { status: GrantStatus; ends_at: Date | null } | undefined,
): Verdict {
  const requestableVerdict = canBeRequested(account, group)
  if (requestableVerdict !== true || !grant) return requestableVerdict
  const sentence = grant.status === 'scheduled' ? 'Their access is already scheduled' : 'They already have access'
  return `${sentence}${grant.ends_at ? ` until ${grant.ends_at.toISOString()}` : ''}. Change its end date instead.`
}
