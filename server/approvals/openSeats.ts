import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../auth/actor.ts'

/** Who asks: all that counts is the person and the roles of the credential. */
type Asking = Pick<Person, 'id' | 'admin' | 'auditor'>

/** Roles in Slipway that the credential of this call has: only these can be decided by. */
function heldBy(actor: Asking): string[] {
  return [...(actor.admin ? ['Slipway.Admin'] : []), ...(actor.auditor ? ['Slipway.Auditor'] : [])]
}

/** Stages with a seat for the actor, their own or of somebody they stand in for: open ones, or with `waiting` later ones too. */
function seatsOf(actor: Asking, now: Date, states: ('open' | 'waiting')[] = ['open']): RawBuilder<unknown> {
  return sql`seats_of(${actor.id}, ${heldBy(actor)}::text[], ${now}, ${states}::text[])`
}

/** No vote that counts has used this seat, of the alias `w`: one's own, or that of `holder`; and the actor has not voted. */
const unused = (actor: Asking, now: Date, holder: RawBuilder<unknown>) => sql<boolean>`(not w.voted or not exists (
  select from stage_votes(w.approval_id, w.stage, ${now}) v join people voter on voter.id = v.approver_id
  join people me on me.id = ${actor.id} join people h on h.id = coalesce(${holder}, me.id)
  where human(voter) = human(me) or v.counts and v.seat = human(h)))`

const told = sql`w.approval_id as id, w.stage, w.subject_kind, w.subject_id, w.requester_id, w.account_id, w.environment, w.risk, w.opened_at,
  w.due_at, w.began_at, w.reference, w.group_id`

/**
 * Rounds with a seat for the actor for which `only` holds, and what lists search, sort and narrow by; it is told whose seat that is, nobody
 * meaning one's own. These come with all of it; others are looked for where there may be any.
 */
function seated(actor: Asking, now: Date, states: ('open' | 'waiting')[], only: (holder: RawBuilder<unknown>) => RawBuilder<boolean>) {
  return sql`(
    select ${told} from seats_held(${actor.id}, ${heldBy(actor)}::text[], ${states}::text[]) w where ${only(sql`null::uuid`)}
    union all
    select ${told} from ${seatsOf(actor, now, states)} s
    cross join lateral (select u.* from undecided u where u.approval_id = s.approval_id and u.stage = s.stage limit 1) w
    where s.on_behalf_of is not null and ${only(sql`s.on_behalf_of`)} and (
      exists (select from delegations where delegate_id = ${actor.id} and status = 'live')
      or exists (select from passed_decisions where receiver_id = ${actor.id} and ended_at is null)))`
}

/**
 * The rounds that want the actor's vote now: with a seat at the open stage that nobody has used. As a subquery: `id`, `stage`,
 * `subject_kind` and so on.
 */
export const waits = (actor: Asking, now: Date): RawBuilder<unknown> => seated(actor, now, ['open'], (holder) => unused(actor, now, holder))

/** Pending rounds with a seat for the actor at the open stage or a later one, told in the same way: once for each stage. */
export const named = (actor: Asking, now: Date): RawBuilder<unknown> => seated(actor, now, ['open', 'waiting'], () => sql<boolean>`true`)

/** The same as a condition on the alias `a` of approvals. */
export const waitsFor = (actor: Asking, now: Date) => sql<boolean>`a.id = any (array(select w.id from ${waits(actor, now)} w))`

/** Pending rounds with a seat for the actor at the open stage or a later one; of the alias `a` of approvals. */
export const namesActor = (actor: Asking, now: Date) =>
  sql<boolean>`(a.status = 'pending' and a.id = any (array(select s.approval_id from ${seatsOf(actor, now, ['open', 'waiting'])} s)))`

/** Approvals that a person has voted on, or another with their seat: the latest `max` of each, as a subquery with `approval_id`. */
export const decidedBy = (personId: string, max = 10_000): RawBuilder<unknown> => sql`(
  (select d.approval_id from approval_decisions d where d.approver_id = ${personId} order by d.decided_at desc limit ${max})
  union (select d.approval_id from approval_decisions d where d.on_behalf_of = ${personId} order by d.decided_at desc limit ${max}))`

/** Approvals of these ids, of the alias `a`. */
export const among = (ids: string[]) => sql<boolean>`a.id = any (${ids}::uuid[])`

/** The actor, and whoever they stand in for: whose seats are theirs to use. */
export function countsForSeats(actor: Asking, now: Date): RawBuilder<unknown> {
  return sql`(select ${actor.id}::uuid union all select d.person_id from delegations d join people p on p.id = d.person_id and p.active
    where d.delegate_id = ${actor.id} and d.status = 'live' and (d.ends_at is null or d.ends_at > ${now}))`
}
