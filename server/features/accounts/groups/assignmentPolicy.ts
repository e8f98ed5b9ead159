import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { GrantStatus } from '../../../db/tables.ts'
import { type AccountFacts, ownsAccount, whoMay } from '../accounts/policy.ts'
import { type GroupFacts, mayAsk, mayBeHad } from './policy.ts'

const hour = 3_600_000

/** `180 days`, or hours where it is no number of whole days. */
export const stayInWords = (hours: number) => (hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`)

export interface AssignmentFacts {
  personId: string
  /** The actor is this person, by whichever of their accounts. */
  own: boolean
  status: GrantStatus
  startsAt: Date
  endsAt: Date | null
  /** Reference of a request of theirs for the same group that waits. */
  openRequest: string | null
  group: GroupFacts & { maxDurationHours: number | null }
  /** An administrator lifted the group's maximum for this membership. */
  maximumLifted: boolean
  account: AccountFacts
}

const over: Partial<Record<GrantStatus, string>> = {
  revoking: 'This access is already being revoked.',
  expired: 'This access has ended.',
  revoked: 'This access has ended.',
}

/** Whether the actor may know of it. */
export function maySeeAssignment(actor: Person, { personId, account }: Pick<AssignmentFacts, 'personId' | 'account'>): Verdict {
  return personId === actor.id ? true : whoMay(actor, 'seeAll', account)
}

/** Whether these are the right hands, whatever state it is in. */
export function whoEnds(actor: Person, { personId, account }: Pick<AssignmentFacts, 'personId' | 'account'>): Verdict {
  if (personId === actor.id || actor.admin || ownsAccount(actor, account)) return true
  return 'Only the member, owners of the account and administrators can do this.'
}

/** Whether its holder may ask to stay longer. */
export function mayExtend(facts: Omit<AssignmentFacts, 'startsAt'>): Verdict {
  if (over[facts.status]) return `${over[facts.status]} Request it again.`
  if (facts.status !== 'active') return 'This access hasn’t started yet.'
  if (facts.endsAt === null) return 'This access has no end date, so you can’t extend it.'
  return mayAsk(facts.account, facts.group, { member: false, openRequest: facts.openRequest })
}

/** What the actor may do to it now, or why not. */
export function assignmentCan(
  actor: Person,
  facts: Omit<AssignmentFacts, 'startsAt'>,
): { extend: Verdict; changeEnd: Verdict; end: Verdict; liftMaximum: Verdict } {
  const who = whoEnds(actor, facts)
  const verdict = who === true ? (over[facts.status] ?? true) : who
  return {
    extend: facts.personId === actor.id ? mayExtend(facts) : 'The member can request an extension. You can change the end date.',
    changeEnd: verdict,
    end: verdict,
    liftMaximum: mayLiftMaximum(actor, facts),
  }
}

/** The refusal of more time for oneself. */
export const prolongsOwn = "You can't extend your own access, from any of your accounts. Request an extension instead."

/** The latest end the actor may set: nobody gives themselves more, and others no more than the group lends. Null: any. */
export function latestEnd({ own, startsAt, endsAt, group, maximumLifted }: AssignmentFacts, now: Date): Date | null {
  if (own) return endsAt
  if (group.maxDurationHours === null || maximumLifted) return null
  const longest = new Date(Math.max(now.getTime(), startsAt.getTime()) + group.maxDurationHours * hour)
  return endsAt && endsAt > longest ? endsAt : longest
}

/** Whether the actor may change the end at all, and to this one where the access is their own; null: no end. */
export function mayEndAt(actor: Person, facts: AssignmentFacts, endsAt: Date | null, now: Date): Verdict {
  const who = whoEnds(actor, facts)
  if (who !== true) return who
  return facts.own && isLate(facts, endsAt, now) ? prolongsOwn : true
}

/** Whether the group lets anyone stay until then. */
export function isWithinMaximum(facts: AssignmentFacts, endsAt: Date | null, now: Date): Verdict {
  if (!isLate(facts, endsAt, now)) return true
  const latest = latestEnd(facts, now)!.toISOString()
  return `The maximum duration of this group is ${stayInWords(facts.group.maxDurationHours!)}, so this access must end by ${latest}. An administrator can lift the limit for it.`
}

/** No end is later than any. */
function isLate(facts: AssignmentFacts, endsAt: Date | null, now: Date): boolean {
  const latest = latestEnd(facts, now)
  if (latest === null) return false
  return endsAt === null ? facts.endsAt !== null : endsAt > latest
}

/** Whether the actor may lift the group's maximum stay for this membership. */
export function mayLiftMaximum(
  actor: Person,
  { own, status, group, maximumLifted }: Pick<AssignmentFacts, 'own' | 'status' | 'group' | 'maximumLifted'>,
): Verdict {
  if (!actor.admin) return 'Only administrators can lift the maximum duration of a group.'
  if (own) return prolongsOwn
  if (over[status]) return over[status]
  if (maximumLifted) return 'The maximum duration is already lifted.'
  return group.maxDurationHours === null ? 'This group has no maximum duration.' : true
}

/** Whether an administrator may let somebody in who has this already. */
export function mayGrant(
  account: AccountFacts,
  group: GroupFacts,
  held: { status: GrantStatus; ends_at: Date | null } | undefined,
): Verdict {
  const ready = mayBeHad(account, group)
  if (ready !== true || !held) return ready
  const words = held.status === 'scheduled' ? 'Their access is already scheduled' : 'They already have access'
  return `${words}${held.ends_at ? ` until ${held.ends_at.toISOString()}` : ''}. Change its end date instead.`
}
