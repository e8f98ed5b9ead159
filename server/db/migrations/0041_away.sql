-- One decision passed on to somebody else, and who is away by their calendar.

-- The seat of one person at one stage of one round, which another may use too until it is taken back.
create table passed_decisions (
  id uuid primary key,
  approval_id uuid not null references approvals on delete cascade,
  stage int not null,
  person_id uuid not null references people,
  receiver_id uuid not null references people,
  comment text not null check (length(comment) <= 1000),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by uuid references people,
  check (person_id <> receiver_id)
);
create unique index passed_decisions_one on passed_decisions (approval_id, stage, person_id) where ended_at is null;
-- Whoever got two seats could use one only, and a vote would be lost.
create unique index passed_decisions_one_seat on passed_decisions (approval_id, stage, receiver_id) where ended_at is null;
create index passed_decisions_receiver on passed_decisions (receiver_id) where ended_at is null;

-- What the automatic replies of people say: whether and when they are away, never what they write. Read for those who are asked to decide.
create table calendars (
  person_id uuid primary key references people on delete cascade,
  wanted_at timestamptz not null,
  due_at timestamptz not null,
  checked_at timestamptz,
  away boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz
);
create index calendars_due on calendars (due_at);
-- One row while the directory does not let Slipway read them.
create table calendar_refusals (
  id boolean primary key default true check (id),
  refused_at timestamptz not null
);

drop view stage_approvers;
drop function stage_people(jsonb, jsonb, uuid, uuid, uuid[], uuid, uuid, uuid);
-- Who may decide on a stage, each once: by the rule itself, as an alternate once it has been escalated, or with the seat of somebody
-- who is away or has passed this one on. `round` and `number`: of which approval, which stage.
create function stage_people(rule jsonb, alternates jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid, sandbox uuid,
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
  order by l.id, l.passed desc, l.holder)
$$;
create view stage_approvers as
select s.approval_id, s.stage, r.person_id, r.fallback, r.alternate, r.on_behalf_of, r.passed_on
from approval_stages s
join approvals a on a.id = s.approval_id
cross join lateral stage_people(s.rule, case when s.escalated_at is not null then s.alternates end,
  a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id, s.approval_id, s.stage) r;

-- The same asked from the person: with the seats of those for whom somebody stands in, and those passed on to them.
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
  order by l.approval_id, l.stage, l.passed desc, l.holder)
$$;
