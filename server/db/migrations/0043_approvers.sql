-- Who decides on many approvals at once, and what waits for somebody, with less to look at.

alter table undecided
  -- Nothing else in the table is about this stage: whoever has the key has the seat, and nothing need be put together.
  add column sole boolean not null default false;
alter table undecided alter column sole drop default;

create or replace function undecided_of(approval uuid) returns setof undecided language sql stable as $$
  select key, s.approval_id, s.stage, asked.alternate, s.status = 'open' and s.stage = a.stage, cardinality(asked.keys) < 2,
    exists (select from approval_decisions d where d.approval_id = s.approval_id and d.stage = s.stage), a.requester_id,
    (asked.rule->>'fallbackGroupId')::uuid, a.subject_kind, a.subject_id, a.account_id, a.facts->'target'->>'environment',
    coalesce((a.facts->'risk'->>'score')::float8, 0), s.opened_at, a.due_at, a.opened_at, r.reference, r.group_id,
    count(*) over (partition by s.approval_id, s.stage) = 1
  from approvals a
  join approval_stages s on s.approval_id = a.id and s.status in ('open', 'waiting')
  left join access_requests r on r.id = case when a.subject_kind in ('accessRequest', 'sandboxAccessRequest') then a.subject_id end
  cross join lateral (
    select s.keys, s.rule, false
    union all
    select s.alternate_keys, s.alternates, true where s.status = 'open' and s.escalated_at is not null and s.alternates is not null
  ) asked (keys, rule, alternate)
  cross join lateral unnest(case when asked.keys = '{}' then '{nobody}' else asked.keys end) key
  where a.id = approval and a.status = 'pending'
$$;
truncate undecided;
alter table undecided
  drop constraint undecided_pkey,
  add primary key (key, approval_id, stage, alternate)
    include (open, alone, voted, requester_id, fallback_group_id, subject_kind, subject_id, account_id, environment, risk, opened_at,
      due_at, began_at, reference, group_id, sole);
insert into undecided select u.* from approvals a cross join lateral undecided_of(a.id) u where a.status = 'pending';
create index undecided_shared on undecided (key) where not sole;

-- As it was (0042), but only what may be found in two ways is put together.
create or replace function seats_held(holder uuid, held text[], states text[])
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean, voted boolean, requester_id uuid, subject_kind text,
  subject_id uuid, account_id uuid, environment text, risk float8, opened_at timestamptz, due_at timestamptz, began_at timestamptz,
  reference text, group_id uuid)
language plpgsql stable as $$
#variable_conflict use_column
declare
  mine text[] := keys_of(holder, held);
  groups uuid[] := array(select group_id from directory_group_members where person_id = holder);
  selves uuid[];
begin
  select array_agg(id) into selves from (
    select p.id from people p where p.id = holder and p.active
    union
    select o.id from people p join people o on o.employee_id = p.employee_id where p.id = holder and p.active) same;
  if selves is null then
    return;
  end if;
  return query
  select u.approval_id, u.stage, false, u.alternate, u.voted, u.requester_id, u.subject_kind, u.subject_id, u.account_id, u.environment,
    u.risk, u.opened_at, u.due_at, u.began_at, u.reference, u.group_id
  from undecided u
  where u.key = any (mine) and u.sole
    and u.requester_id <> all (selves) and case when u.open then 'open' else 'waiting' end = any (states)
  union all
  select u.approval_id, u.stage, bool_and(u.fallback), bool_and(u.alternate), bool_or(u.voted), any_value(u.requester_id),
    any_value(u.subject_kind), any_value(u.subject_id), any_value(u.account_id), any_value(u.environment), any_value(u.risk),
    any_value(u.opened_at), any_value(u.due_at), any_value(u.began_at), any_value(u.reference), any_value(u.group_id)
  from (
    select u.approval_id, u.stage, false as fallback, u.alternate, u.voted, u.requester_id, u.subject_kind, u.subject_id, u.account_id,
      u.environment, u.risk, u.opened_at, u.due_at, u.open, u.began_at, u.reference, u.group_id
    from undecided u where u.key = any (mine) and not u.sole
    union all
    select f.approval_id, f.stage, true, f.alternate, f.voted, f.requester_id, f.subject_kind, f.subject_id, f.account_id,
      f.environment, f.risk, f.opened_at, f.due_at, f.open, f.began_at, f.reference, f.group_id
    from undecided_by_fallback(groups) f where not (f.sole and f.key = any (mine))
  ) u
  where u.requester_id <> all (selves) and case when u.open then 'open' else 'waiting' end = any (states)
  group by u.approval_id, u.stage;
end $$;

-- `stage_approvers` of one stage. Planned once: that takes longer than to run it.
create function approvers_of_stage(round uuid, number int)
returns table (person_id uuid, fallback boolean, alternate boolean, on_behalf_of uuid, passed_on boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query select sa.person_id, sa.fallback, sa.alternate, sa.on_behalf_of, sa.passed_on
    from stage_approvers sa where sa.approval_id = round and sa.stage = number;
end $$;

-- `stage_approvers` of the undecided stages of many approvals at once: whom a rule names is found by its keys, and each key is asked once.
-- Where somebody's seat is another's to use too, `stage_approvers` says whose it is.
create function approvers_of(rounds uuid[])
returns table (approval_id uuid, stage int, person_id uuid, fallback boolean, alternate boolean, on_behalf_of uuid, passed_on boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with asked as materialized (
    select s.approval_id, s.stage, r.alternate, r.keys, r.fallback_group_id, a.requester_id, q.employee_id
    from approvals a
    join people q on q.id = a.requester_id
    join approval_stages s on s.approval_id = a.id and s.status in ('open', 'waiting')
    cross join lateral (
      select false as alternate, s.keys, (s.rule->>'fallbackGroupId')::uuid as fallback_group_id
      union all
      select true, s.alternate_keys, (s.alternates->>'fallbackGroupId')::uuid where s.escalated_at is not null and s.alternates is not null
    ) r
    where a.id = any (rounds)
  ), keys as materialized (
    select distinct key, split_part(key, ':', 1) as kind, substr(key, strpos(key, ':') + 1) as named from asked, unnest(keys) key
  ), relations as (
    select key, kind, named::uuid as id from keys where kind <> 'role'
  ), holders as materialized (
    select h.key, p.id, p.employee_id
    from (
      select k.key, l.person_id from relations k join tower_leads l on l.tower_id = k.id where k.kind = 'towerLead'
      union all
      select k.key, l.person_id from relations k join family_owners l on l.family_id = k.id where k.kind = 'familyOwner'
      union all
      select k.key, l.person_id from relations k join account_owners l on l.account_id = k.id where k.kind = 'accountOwner'
      union all
      select k.key, l.person_id from relations k join sandbox_owners l on l.sandbox_id = k.id where k.kind = 'sandboxOwner'
      union all
      select k.key, m.manager_id from relations k join people m on m.id = k.id where k.kind = 'manager'
      union all
      select k.key, l.person_id from relations k join catalogue_item_approvers l on l.item_id = k.id where k.kind = 'productApprover'
      union all
      select k.key, l.person_id from relations k join directory_group_members l on l.group_id = k.id where k.kind = 'directoryGroup'
      union all
      select k.key, k.id from relations k where k.kind = 'person'
      union all
      select k.key, r.id from keys k join people r on r.roles @> array[k.named] where k.kind = 'role'
    ) h
    join people p on p.id = h.person_id and p.active
  ), named as materialized (
    select distinct a.approval_id, a.stage, a.alternate, h.id
    from asked a
    cross join unnest(a.keys) k (key)
    join holders h on h.key = k.key
    where h.id <> a.requester_id and (h.employee_id = a.employee_id) is not true
  ), seats as materialized (
    select s.approval_id, s.stage, s.id, bool_and(s.fallback) as fallback, bool_and(s.alternate) as alternate
    from (
      select approval_id, stage, alternate, id, false as fallback from named
      union all
      select a.approval_id, a.stage, a.alternate, p.id, true
      from asked a
      join directory_group_members g on g.group_id = a.fallback_group_id
      join people p on p.id = g.person_id and p.active
      where p.id <> a.requester_id and (p.employee_id = a.employee_id) is not true
        and (a.approval_id, a.stage, a.alternate) not in (select n.approval_id, n.stage, n.alternate from named n)
    ) s
    group by s.approval_id, s.stage, s.id
  ), lent as materialized (
    select s.approval_id, s.stage from seats s join delegations d on d.person_id = s.id and d.status = 'live'
    union
    select a.approval_id, a.stage from asked a join passed_decisions x on x.approval_id = a.approval_id and x.stage = a.stage and x.ended_at is null
  )
  select s.approval_id, s.stage, s.id, s.fallback, s.alternate, null::uuid, false
  from seats s where (s.approval_id, s.stage) not in (select l.approval_id, l.stage from lent l)
  union all
  select l.approval_id, l.stage, sa.person_id, sa.fallback, sa.alternate, sa.on_behalf_of, sa.passed_on
  from lent l cross join lateral approvers_of_stage(l.approval_id, l.stage) sa;
end $$;
