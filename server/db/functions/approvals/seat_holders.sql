-- Returns the current holders of the seats in a stage, without delegates and without people to whom a decision was reassigned.
create or replace function seat_holders(round uuid, number int) returns setof uuid language sql stable as $$
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
