-- Returns the votes of a stage, and whether each of them counts now. If the seat of a vote is no longer shared with the voter, the vote
-- counts for the voter's own seat, if there is one. Each person and each seat counts once, the earliest vote first. `seat` is the person
-- who holds the seat.
create or replace function stage_votes(round uuid, number int, at timestamptz)
returns table (id uuid, approver_id uuid, on_behalf_of uuid, decision text, seat text, counts boolean, reason text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if not exists (select from approval_decisions d where d.approval_id = round and d.stage = number) then
    return;
  end if;
  return query
  with seats as materialized (select person_id from seat_holders(round, number) person_id),
  votes as (
    select d.id, d.approver_id, d.on_behalf_of, d.decision, d.decided_at, identity_key(v) as voter, identity_key(h) as holder, v.active,
      (select identity_key(q) from people q where q.id = d.requester_id) as requester,
      d.approver_id in (select person_id from seats) as own,
      d.on_behalf_of in (select person_id from seats) as held,
      d.on_behalf_of is not null and seat_is_shared(round, number, d.on_behalf_of, d.approver_id, at) as shared
    from approval_decisions d
    join people v on v.id = d.approver_id
    left join people h on h.id = d.on_behalf_of
    where d.approval_id = round and d.stage = number
  ), seated as (
    select *, case when held and shared then holder else voter end as seat,
      case
        when not active then 'accountDisabled'
        when voter = requester then 'seatLost'
        when own or held and shared then null
        when held then 'delegationEnded'
        else 'seatLost'
      end as lost
    from votes
  ), humans as (
    select *, row_number() over (partition by lost is null, voter order by decided_at, id) as nth from seated
  ), ranked as (
    select *, row_number() over (partition by lost is null and nth = 1, seat order by decided_at, id) as nth_of_seat from humans
  )
  select r.id, r.approver_id, r.on_behalf_of, r.decision, r.seat, r.lost is null and r.nth = 1 and r.nth_of_seat = 1,
    coalesce(r.lost, case when r.nth > 1 or r.nth_of_seat > 1 then 'countedAlready' end)
  from ranked r;
end $$;
