-- The database guarantees seats: who can vote on a stage, which votes count, and that nothing is approved without them (decision 0031).

alter table approval_stages
  -- The votes that counted when the stage was approved. Null: it was not approved, or before this was recorded, when every vote counted.
  add column counted uuid[];
-- Stages whose votes can stop counting, or count again, while they are open.
create index approval_stages_shared on approval_stages (approval_id) where status = 'open' and minimum > 1;

-- The people who hold a seat in a stage now, without those who use the seat of somebody else.
create function seats_in(round uuid, number int) returns setof uuid language sql stable as $$
  select r.person_id
  from approval_stages s
  join approvals a on a.id = s.approval_id
  cross join lateral (
    select n.person_id from rule_people(s.rule, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id) n
    union
    select n.person_id
    from rule_people(s.alternates, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id) n
    where s.escalated_at is not null and s.alternates is not null
  ) r
  where s.approval_id = round and s.stage = number
$$;

-- Whether the holder of a seat lets somebody else use it, by a delegation or by reassigning this one decision.
create function seat_is_shared(round uuid, number int, holder uuid, receiver uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (select from delegations d where d.person_id = holder and d.delegate_id = receiver and d.status = 'live'
      and (d.ends_at is null or d.ends_at > at))
    or exists (select from passed_decisions x where x.approval_id = round and x.stage = number and x.person_id = holder
      and x.receiver_id = receiver and x.ended_at is null)
$$;

-- The votes of a stage, and whether each counts at this moment. One that was cast for somebody else and can no longer be counts as the
-- voter's own where they have a seat themselves. Each human and each seat counts once, the earliest vote first; `seat` is the human whose
-- seat it is.
create function stage_votes(round uuid, number int, at timestamptz)
returns table (id uuid, approver_id uuid, on_behalf_of uuid, decision text, seat text, counts boolean, reason text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if not exists (select from approval_decisions d where d.approval_id = round and d.stage = number) then
    return;
  end if;
  return query
  with seats as materialized (select person_id from seats_in(round, number) person_id),
  votes as (
    select d.id, d.approver_id, d.on_behalf_of, d.decision, d.decided_at, human(v) as voter, human(h) as holder, v.active,
      (select human(q) from people q where q.id = d.requester_id) as requester,
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

-- A seat is used once. That cannot be a unique index any more: once a vote no longer counts, its seat can be used again.
drop index approval_decisions_one_seat;
drop trigger approval_decisions_own on approval_decisions;
drop function no_own_decision();
create function check_vote() returns trigger language plpgsql as $$
declare
  round approvals;
begin
  -- The votes of one round are checked one after the other.
  select * into round from approvals a where a.id = new.approval_id for no key update;
  if exists (
    select from people r join people p on human(p) = human(r)
    where r.id = round.requester_id and p.id in (new.approver_id, new.on_behalf_of)
  ) then
    raise exception 'nobody decides on an own request' using errcode = '23514', constraint = 'nobody_decides_on_an_own_request';
  end if;
  if exists (
    select from approval_decisions d join people v on v.id = d.approver_id join people me on me.id = new.approver_id
    where d.approval_id = new.approval_id and d.stage = new.stage and human(v) = human(me)
  ) then
    raise exception 'one person votes once' using errcode = '23505', constraint = 'one_vote_per_person_and_stage';
  end if;
  if round.status <> 'pending' or round.stage <> new.stage or not exists (
    select from approval_stages s where s.approval_id = new.approval_id and s.stage = new.stage and s.status = 'open'
  ) then
    raise exception 'stage % is not the open one', new.stage using errcode = '23514', constraint = 'vote_on_the_open_stage';
  end if;
  if not exists (select from people p where p.id = new.approver_id and p.active)
    or coalesce(new.on_behalf_of, new.approver_id) not in (select seats_in(new.approval_id, new.stage))
    or (new.on_behalf_of is not null
      and not seat_is_shared(new.approval_id, new.stage, new.on_behalf_of, new.approver_id, new.decided_at)) then
    raise exception 'no seat in stage %', new.stage using errcode = '23514', constraint = 'vote_needs_a_seat';
  end if;
  if exists (
    select from stage_votes(new.approval_id, new.stage, new.decided_at) v
    join people h on h.id = coalesce(new.on_behalf_of, new.approver_id)
    where v.counts and v.seat = human(h)
  ) then
    raise exception 'a seat votes once' using errcode = '23505', constraint = 'approval_decisions_one_seat';
  end if;
  return new;
end $$;
create trigger approval_decisions_check before insert on approval_decisions for each row execute function check_vote();

-- Stages open in their order and stay as they were closed. An approved one has the votes it needs at that moment, and keeps which they were.
create function stage_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from approvals a where a.id = old.approval_id and a.status = 'pending') then
      raise exception 'a stage of a pending round cannot be removed' using errcode = '23514', constraint = 'approval_stage_moves';
    end if;
    return old;
  end if;
  if new.status = 'open' and (tg_op = 'INSERT' or old.status <> 'open') and exists (
    select from approval_stages s where s.approval_id = new.approval_id and s.stage < new.stage and s.status <> 'approved'
  ) then
    raise exception 'an earlier stage is not approved' using errcode = '23514', constraint = 'approval_stage_moves';
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'approved' then
      raise exception 'a stage is approved by votes' using errcode = '23514', constraint = 'approval_stage_needs_votes';
    end if;
    return new;
  end if;
  if new.approval_id <> old.approval_id or new.stage <> old.stage or new.minimum < old.minimum
    or (new.status <> old.status and not (old.status || '>' || new.status) = any (array[
      'waiting>open', 'waiting>cancelled', 'waiting>expired',
      'open>approved', 'open>rejected', 'open>changes_requested', 'open>cancelled', 'open>expired'])) then
    raise exception 'a stage cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'approval_stage_moves';
  end if;
  if new.status <> old.status and new.status = 'approved' then
    new.counted := array(
      select v.id from stage_votes(new.approval_id, new.stage, coalesce(new.closed_at, now())) v where v.counts and v.decision = 'approve');
    if cardinality(new.counted) < new.minimum then
      raise exception 'stage % has % of % votes', new.stage, cardinality(new.counted), new.minimum
        using errcode = '23514', constraint = 'approval_stage_needs_votes';
    end if;
  elsif new.counted is distinct from old.counted then
    raise exception 'what counted stays as it was' using errcode = '23514', constraint = 'approval_stage_moves';
  end if;
  return new;
end $$;
create trigger approval_stages_move before insert or update or delete on approval_stages for each row execute function stage_move();

-- As it was (0001), but an approval is approved by its stages, all of them, or by a rule when it is opened.
create or replace function approval_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status = 'approved' and new.automatic is null then
      raise exception 'an approval is approved by its stages' using errcode = '23514', constraint = 'approval_needs_its_stages';
    end if;
    return new;
  end if;
  if new.requester_id <> old.requester_id or new.subject_id <> old.subject_id then
    raise exception 'an approval keeps its requester and subject' using errcode = '23514', constraint = 'approval_fixed';
  end if;
  if old.status <> 'pending' and new.status is distinct from old.status then
    raise exception 'a closed approval stays as it is' using errcode = '23514', constraint = 'approval_moves';
  end if;
  if new.status = 'approved' and old.status <> 'approved' and (
    not exists (select from approval_stages s where s.approval_id = new.id)
    or exists (select from approval_stages s where s.approval_id = new.id and s.status <> 'approved')
  ) then
    raise exception 'a stage is not approved' using errcode = '23514', constraint = 'approval_needs_its_stages';
  end if;
  return new;
end $$;
drop trigger approvals_move on approvals;
create trigger approvals_move before insert or update on approvals for each row execute function approval_move();
