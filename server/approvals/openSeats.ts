import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../auth/actor.ts'

type SeatActor = Pick<Person, 'id' | 'admin' | 'auditor'>

/** A role gives a seat only if the credential of this call has the role. */
function rolesOfActor(actor: SeatActor): string[] {
  return [...(actor.admin ? ['Slipway.Admin'] : []), ...(actor.auditor ? ['Slipway.Auditor'] : [])]
}

/**
 * SQL for the stages in which the actor has a seat, either their own or a delegated one. Only open stages are returned, unless `states`
 * also names `waiting`.
 */
function seatsQuery(actor: SeatActor, now: Date, states: ('open' | 'waiting')[] = ['open']): RawBuilder<unknown> {
  return sql`usable_seats(${actor.id}, ${rolesOfActor(actor)}::text[], ${now}, ${states}::text[])`
}

/**
 * SQL condition on the alias `w`: no counting vote has used this seat (of the actor or of `delegatorId`), and the actor has not voted in the
 * stage.
 */
const isUnusedSeat = (actor: SeatActor, now: Date, delegatorId: RawBuilder<unknown>) => sql<boolean>`(not w.voted or not exists (
  select from stage_votes(w.approval_id, w.stage, ${now}) v join people voter on voter.id = v.approver_id
  join people me on me.id = ${actor.id} join people h on h.id = coalesce(${delegatorId}, me.id)
  where identity_key(voter) = identity_key(me) or v.counts and v.seat = identity_key(h)))`

const seatColumns = sql`w.approval_id as id, w.stage, w.subject_kind, w.subject_id, w.requester_id, w.account_id, w.environment, w.risk, w.opened_at,
  w.due_at, w.round_started_at, w.reference, w.group_id`

/**
 * SQL for the rounds in which the actor has a seat that satisfies `holderFilter`, with the columns that lists search, sort and filter by.
 * `holderFilter` receives the holder of the seat, or null for the actor. Delegated seats are joined only if the actor has any.
 */
function seatedRoundsQuery(
  actor: SeatActor,
  now: Date,
  states: ('open' | 'waiting')[],
  holderFilter: (delegatorId: RawBuilder<unknown>) => RawBuilder<boolean>,
) {
  return sql`(
    select ${seatColumns} from own_seats(${actor.id}, ${rolesOfActor(actor)}::text[], ${states}::text[]) w where ${holderFilter(sql`null::uuid`)}
    union all
    select ${seatColumns} from ${seatsQuery(actor, now, states)} s
    cross join lateral (select u.* from pending_approver_keys u where u.approval_id = s.approval_id and u.stage = s.stage limit 1) w
    where s.on_behalf_of is not null and ${holderFilter(sql`s.on_behalf_of`)} and (
      exists (select from delegations where delegate_id = ${actor.id} and status = 'live')
      or exists (select from approval_reassignments where receiver_id = ${actor.id} and ended_at is null)))`
}

/**
 * SQL for the rounds that wait for the actor's vote, because the actor has an unused seat in the open stage. The columns include `id`,
 * `stage` and `subject_kind`.
 */
export const actionableRoundsOf = (actor: SeatActor, now: Date): RawBuilder<unknown> =>
  seatedRoundsQuery(actor, now, ['open'], (delegatorId) => isUnusedSeat(actor, now, delegatorId))

/** SQL for pending rounds in which the actor has a seat in the open stage or a later one, with the same columns and one row per stage. */
export const pendingRoundsOf = (actor: SeatActor, now: Date): RawBuilder<unknown> =>
  seatedRoundsQuery(actor, now, ['open', 'waiting'], () => sql<boolean>`true`)

export const isWaitingForActor = (actor: SeatActor, now: Date) =>
  sql<boolean>`a.id = any (array(select w.id from ${actionableRoundsOf(actor, now)} w))`

/** SQL condition on the approvals alias `a`: the round is pending and the actor has a seat in the open stage or a later one. */
export const isSeatHolder = (actor: SeatActor, now: Date) =>
  sql<boolean>`(a.status = 'pending' and a.id = any (array(select s.approval_id from ${seatsQuery(actor, now, ['open', 'waiting'])} s)))`

/**
 * SQL for the approvals, as `approval_id`, that the person voted on or that another person voted on with this person's seat. Each part has
 * at most the latest `max` approvals.
 */
export const decidedBy = (personId: string, max = 10_000): RawBuilder<unknown> => sql`(
  (select d.approval_id from approval_decisions d where d.approver_id = ${personId} order by d.decided_at desc limit ${max})
  union (select d.approval_id from approval_decisions d where d.on_behalf_of = ${personId} order by d.decided_at desc limit ${max}))`

export const isApprovalAmong = (ids: string[]) => sql<boolean>`a.id = any (${ids}::uuid[])`

/** SQL for the people whose seats the actor can use: the actor and the people who delegated to the actor. */
export function usableSeatHolders(actor: SeatActor, now: Date): RawBuilder<unknown> {
  return sql`(select ${actor.id}::uuid union all select d.person_id from delegations d join people p on p.id = d.person_id and p.active
    where d.delegate_id = ${actor.id} and d.status = 'live' and (d.ends_at is null or d.ends_at > ${now}))`
}
