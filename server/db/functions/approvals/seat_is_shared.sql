create or replace function seat_is_shared(round uuid, number int, holder uuid, receiver uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (select from delegations d where d.person_id = holder and d.delegate_id = receiver and d.status = 'live'
      and (d.ends_at is null or d.ends_at > at))
    or exists (select from approval_reassignments x where x.approval_id = round and x.stage = number and x.person_id = holder
      and x.receiver_id = receiver and x.ended_at is null)
$$;
