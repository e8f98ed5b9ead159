-- Whoever may use several seats of one stage has one vote, cast with a seat that nobody has used: rather with one that no third person may
-- use too, then with what was passed on to them. Once they have voted, it is the seat they voted with.
create function seat_rank(round uuid, number int, person uuid, holder uuid) returns int language sql stable as $$
  select case
    when exists (select from approval_decisions d where d.approval_id = round and d.stage = number and d.approver_id = person
      and d.on_behalf_of = holder) then 0
    when exists (select from approval_decisions d where d.approval_id = round and d.stage = number
      and coalesce(d.on_behalf_of, d.approver_id) = holder) then 3
    when exists (select from passed_decisions x where x.approval_id = round and x.stage = number and x.person_id = holder
      and x.ended_at is null and x.receiver_id <> person)
      or exists (select from delegations x where x.person_id = holder and x.status = 'live' and x.delegate_id <> person) then 2
    else 1
  end
$$;

-- As it was (0041) but for that.
create or replace function stage_people(rule jsonb, alternates jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid, sandbox uuid,
  round uuid, number int)
returns table (person_id uuid, fallback boolean, alternate boolean, on_behalf_of uuid, passed_on boolean) language sql stable as $$
  with seats as (
    select person_id, bool_and(fallback) as fallback, bool_and(alternate) as alternate
    from (
      select person_id, fallback, false as alternate from rule_people(rule, tower, family, items, requester, account, sandbox)
      union all
      select person_id, fallback, true from rule_people(alternates, tower, family, items, requester, account, sandbox) where alternates is not null
    ) every
    group by person_id
  ), lent as (
    select d.delegate_id as id, s.fallback, s.alternate, s.person_id as holder, false as passed
    from seats s join delegations d on d.person_id = s.person_id and d.status = 'live'
    union all
    select h.receiver_id, s.fallback, s.alternate, s.person_id, true
    from seats s join passed_decisions h on h.approval_id = round and h.stage = number and h.person_id = s.person_id and h.ended_at is null
  )
  select person_id, fallback, alternate, null::uuid, false from seats
  union all
  (select distinct on (l.id) l.id, l.fallback, l.alternate, l.holder, l.passed
  from lent l
  join people p on p.id = l.id and p.active
  where p.id <> requester and not exists (select from people q where q.id = requester and q.employee_id = p.employee_id)
    and not exists (select from seats o where o.person_id = l.id)
  order by l.id, seat_rank(round, number, l.id, l.holder), l.passed desc, l.holder)
$$;

-- The same asked from the person, as it was (0041) but for which of several seats it is.
create or replace function seats_of(person uuid, held text[], at timestamptz, states text[] default '{open}')
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean, on_behalf_of uuid) language sql stable as $$
  with own as materialized (select * from seats_held(person, held, states)),
  lent as (
    select h.*, d.person_id as holder, false as passed
    from delegations d
    cross join lateral seats_held(d.person_id, held, states) h
    where d.delegate_id = person and d.status = 'live' and (d.ends_at is null or d.ends_at > at)
    union all
    select h.*, f.holder, true
    from (
      select distinct x.person_id as holder from passed_decisions x
      join approval_stages s on s.approval_id = x.approval_id and s.stage = x.stage and s.status in ('open', 'waiting')
      where x.receiver_id = person and x.ended_at is null
    ) f
    cross join lateral seats_held(f.holder, held, states) h
    join passed_decisions x on x.approval_id = h.approval_id and x.stage = h.stage and x.person_id = f.holder
      and x.receiver_id = person and x.ended_at is null
  )
  select o.approval_id, o.stage, o.fallback, o.alternate, null::uuid from own o
  union all
  (select distinct on (l.approval_id, l.stage) l.approval_id, l.stage, l.fallback, l.alternate, l.holder
  from lent l
  join approvals a on a.id = l.approval_id
  join people q on q.id = a.requester_id
  join people me on me.id = person and me.active
  where human(q) <> human(me) and not exists (select from own o where o.approval_id = l.approval_id and o.stage = l.stage)
  order by l.approval_id, l.stage, seat_rank(l.approval_id, l.stage, person, l.holder), l.passed desc, l.holder)
$$;

-- Whoever was asked to change a request has a time for it: reminded before it is over, and then it expires.
alter table approvals
  add column answer_by timestamptz,
  -- When the clock looks at it next; null once they have answered or it has expired.
  add column answer_next timestamptz;
create index approvals_answer_next on approvals (answer_next) where answer_next is not null;
-- Those that wait already have as much time from now on as whoever is asked today.
update approvals set answer_by = now() + interval '14 days', answer_next = now() + interval '11 days'
from (
  select 'accountRequest' as kind, id from account_requests where status = 'changes_requested'
  union all select 'accountUpdate', id from account_updates where status = 'changes_requested'
  union all select case when account_id is null then 'sandboxAccessRequest' else 'accessRequest' end, id from access_requests where status = 'changes_requested'
  union all select 'sandboxRequest', id from sandbox_requests where status = 'changes_requested'
) waiting
where approvals.status = 'changes_requested' and subject_kind = waiting.kind and subject_id = waiting.id
  and not exists (select from approvals later where later.subject_kind = approvals.subject_kind and later.subject_id = approvals.subject_id
    and later.opened_at > approvals.opened_at);
