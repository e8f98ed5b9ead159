create or replace function check_vote() returns trigger language plpgsql as $$
declare
  round approvals;
begin
  -- The lock makes votes in the same round wait for each other.
  select * into round from approvals a where a.id = new.approval_id for no key update;
  if exists (
    select from people r join people p on identity_key(p) = identity_key(r)
    where r.id = round.requester_id and p.id in (new.approver_id, new.on_behalf_of)
  ) then
    raise exception 'requesters cannot decide their own requests' using errcode = '23514', constraint = 'cannot_decide_own_request';
  end if;
  if exists (
    select from approval_decisions d join people v on v.id = d.approver_id join people me on me.id = new.approver_id
    where d.approval_id = new.approval_id and d.stage = new.stage and identity_key(v) = identity_key(me)
  ) then
    raise exception 'one person votes once' using errcode = '23505', constraint = 'one_vote_per_person_and_stage';
  end if;
  if round.status <> 'pending' or round.stage <> new.stage or not exists (
    select from approval_stages s where s.approval_id = new.approval_id and s.stage = new.stage and s.status = 'open'
  ) then
    raise exception 'stage % is not open', new.stage using errcode = '23514', constraint = 'vote_on_the_open_stage';
  end if;
  if not exists (select from people p where p.id = new.approver_id and p.active)
    or coalesce(new.on_behalf_of, new.approver_id) not in (select seat_holders(new.approval_id, new.stage))
    or (new.on_behalf_of is not null
      and not seat_is_shared(new.approval_id, new.stage, new.on_behalf_of, new.approver_id, new.decided_at)) then
    raise exception 'no seat in stage %', new.stage using errcode = '23514', constraint = 'vote_needs_a_seat';
  end if;
  if exists (
    select from stage_votes(new.approval_id, new.stage, new.decided_at) v
    join people h on h.id = coalesce(new.on_behalf_of, new.approver_id)
    where v.counts and v.seat = identity_key(h)
  ) then
    raise exception 'a seat has one vote' using errcode = '23505', constraint = 'approval_decisions_one_seat';
  end if;
  return new;
end $$;

create trigger approval_decisions_check before insert on approval_decisions for each row execute function check_vote();
