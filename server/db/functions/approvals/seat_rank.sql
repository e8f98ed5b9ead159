-- A person who can use several seats of a stage has one vote. The vote uses a free seat, preferably a seat that no third person can use,
-- otherwise a reassigned seat. After the vote, the function returns the seat that was used.
create or replace function seat_rank(round uuid, number int, person uuid, holder uuid) returns int language sql stable as $$
  select case
    when exists (select from approval_decisions d where d.approval_id = round and d.stage = number and d.approver_id = person
      and d.on_behalf_of = holder) then 0
    when exists (select from approval_decisions d where d.approval_id = round and d.stage = number
      and coalesce(d.on_behalf_of, d.approver_id) = holder) then 3
    when exists (select from approval_reassignments x where x.approval_id = round and x.stage = number and x.person_id = holder
      and x.ended_at is null and x.receiver_id <> person)
      or exists (select from delegations x where x.person_id = holder and x.status = 'live' and x.delegate_id <> person) then 2
    else 1
  end
$$;
