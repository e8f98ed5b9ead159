import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../auth/actor.ts'

type SeatReader = Pick<Person, 'id' | 'admin' | 'auditor'>

/** Only roles of this call's credential give a seat. */
function heldBy(actor: SeatReader): string[] {
  return [...(actor.admin ? ['Slipway.Admin'] : []), ...(actor.auditor ? ['Slipway.Auditor'] : [])]
}

/** SQL: stages with a seat for the actor, their own or delegated: open ones, with `waiting` later ones too. */
function seatsOf(actor: SeatReader, now: Date, states: ('open' | 'waiting')[] = ['open']): RawBuilder<unknown> {
  return sql`seats_of(${actor.id}, ${heldBy(actor)}::text[], ${now}, ${states}::text[])`
}

/** SQL condition on the alias `w`: no counting vote has used this seat (the actor's or `holder`'s), and the actor has not voted. */
const unused = (actor: SeatReader, now: Date, holder: RawBuilder<unknown>) => sql<boolean>`(not w.voted or not exists (
  select from stage_votes(w.approval_id, w.stage, ${now}) v join people voter on voter.id = v.approver_id
  join people me on me.id = ${actor.id} join people h on h.id = coalesce(${holder}, me.id)
  where human(voter) = human(me) or v.counts and v.seat = human(h)))`

const seatColumns = sql`w.approval_id as id, w.stage, w.subject_kind, w.subject_id, w.requester_id, w.account_id, w.environment, w.risk, w.opened_at,
  w.due_at, w.round_started_at, w.reference, w.group_id`

/**
 * SQL: rounds with a seat for the actor that satisfy `only`, with the columns that lists search, sort and filter by. `only` gets the seat's
 * holder; null is the actor. The actor's own seats have all columns; delegated ones are joined if there are any.
 */
function seated(actor: SeatReader, now: Date, states: ('open' | 'waiting')[], only: (holder: RawBuilder<unknown>) => RawBuilder<boolean>) {
  return sql`(
    select ${seatColumns} from seats_held(${actor.id}, ${heldBy(actor)}::text[], ${states}::text[]) w where ${only(sql`null::uuid`)}
    union all
    select ${seatColumns} from ${seatsOf(actor, now, states)} s
    cross join lateral (select u.* from pending_approver_keys u where u.approval_id = s.approval_id and u.stage = s.stage limit 1) w
    where s.on_behalf_of is not null and ${only(sql`s.on_behalf_of`)} and (
      exists (select from delegations where delegate_id = ${actor.id} and status = 'live')
      or exists (select from approval_reassignments where receiver_id = ${actor.id} and ended_at is null)))`
}

/**
 * SQL: rounds that wait for the actor's vote: the actor has an unused seat in the open stage. Columns are `id`, `stage`, `subject_kind` and
 * so on.
 */
export const waits = (actor: SeatReader, now: Date): RawBuilder<unknown> =>
  seated(actor, now, ['open'], (holder) => unused(actor, now, holder))

/** SQL: pending rounds with a seat for the actor in the open stage or a later one, with the same columns; one row per stage. */
export const named = (actor: SeatReader, now: Date): RawBuilder<unknown> =>
  seated(actor, now, ['open', 'waiting'], () => sql<boolean>`true`)

export const waitsFor = (actor: SeatReader, now: Date) => sql<boolean>`a.id = any (array(select w.id from ${waits(actor, now)} w))`

/** SQL condition on the approvals alias `a`: a pending round with a seat for the actor in the open stage or a later one. */
export const namesActor = (actor: SeatReader, now: Date) =>
  sql<boolean>`(a.status = 'pending' and a.id = any (array(select s.approval_id from ${seatsOf(actor, now, ['open', 'waiting'])} s)))`

/** SQL: approvals that a person voted on, or others voted on with their seat: the latest `max` of each, as `approval_id`. */
export const decidedBy = (personId: string, max = 10_000): RawBuilder<unknown> => sql`(
  (select d.approval_id from approval_decisions d where d.approver_id = ${personId} order by d.decided_at desc limit ${max})
  union (select d.approval_id from approval_decisions d where d.on_behalf_of = ${personId} order by d.decided_at desc limit ${max}))`

export const among = (ids: string[]) => sql<boolean>`a.id = any (${ids}::uuid[])`

/** SQL: people whose seats the actor can use: themselves and people who delegated to them. */
export function countsForSeats(actor: SeatReader, now: Date): RawBuilder<unknown> {
  return sql`(select ${actor.id}::uuid union all select d.person_id from delegations d join people p on p.id = d.person_id and p.active
    where d.delegate_id = ${actor.id} and d.status = 'live' and (d.ends_at is null or d.ends_at > ${now}))`
}
