-- Returns the people of a stage: the people that its rule names, its alternates once it is escalated, and people with a delegated or
-- reassigned seat.
create or replace function resolve_approvers(rule jsonb, alternates jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid, sandbox uuid,
  round uuid, number int)
returns table (person_id uuid, fallback boolean, alternate boolean, on_behalf_of uuid, reassigned boolean) language sql stable as $$
  with seats as (
    select person_id, bool_and(fallback) as fallback, bool_and(alternate) as alternate
    from (
      select person_id, fallback, false as alternate from rule_people(rule, tower, family, items, requester, account, sandbox)
      union all
      select person_id, fallback, true from rule_people(alternates, tower, family, items, requester, account, sandbox) where alternates is not null
    ) every
    group by person_id
  ), shared as (
    select d.delegate_id as id, s.fallback, s.alternate, s.person_id as holder, false as passed
    from seats s join delegations d on d.person_id = s.person_id and d.status = 'live'
    union all
    select h.receiver_id, s.fallback, s.alternate, s.person_id, true
    from seats s join approval_reassignments h on h.approval_id = round and h.stage = number and h.person_id = s.person_id and h.ended_at is null
  )
  select person_id, fallback, alternate, null::uuid, false from seats
  union all
  (select distinct on (l.id) l.id, l.fallback, l.alternate, l.holder, l.passed
  from shared l
  join people p on p.id = l.id and p.active
  where p.id <> requester and not exists (select from people q where q.id = requester and q.employee_id = p.employee_id)
    and not exists (select from seats o where o.person_id = l.id)
  order by l.id, seat_rank(round, number, l.id, l.holder), l.passed desc, l.holder)
$$;
