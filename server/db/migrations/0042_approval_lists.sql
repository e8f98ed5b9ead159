-- Lists of approvals among a million: what they are searched and put in order by lies with what is undecided, too.

alter table undecided
  -- When the round began, whichever stage is open now.
  add column began_at timestamptz not null default now(),
  -- Of a request for access, the most frequent kind: neither ever changes.
  add column reference text,
  add column group_id uuid;
alter table undecided alter column began_at drop default;

create or replace function undecided_of(approval uuid) returns setof undecided language sql stable as $$
  select key, s.approval_id, s.stage, asked.alternate, s.status = 'open' and s.stage = a.stage, cardinality(asked.keys) < 2,
    exists (select from approval_decisions d where d.approval_id = s.approval_id and d.stage = s.stage), a.requester_id,
    (asked.rule->>'fallbackGroupId')::uuid, a.subject_kind, a.subject_id, a.account_id, a.facts->'target'->>'environment',
    coalesce((a.facts->'risk'->>'score')::float8, 0), s.opened_at, a.due_at, a.opened_at, r.reference, r.group_id
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
      due_at, began_at, reference, group_id);
insert into undecided select u.* from approvals a cross join lateral undecided_of(a.id) u where a.status = 'pending';
drop index access_requests_waiting;
-- The latest of all approvals, for administrators and auditors.
create index approvals_latest on approvals (opened_at, id);

drop function seats_held(uuid, text[], text[]);
-- As it was (0039), and tells these too.
create function seats_held(holder uuid, held text[], states text[])
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean, voted boolean, requester_id uuid, subject_kind text,
  subject_id uuid, account_id uuid, environment text, risk float8, opened_at timestamptz, due_at timestamptz, began_at timestamptz,
  reference text, group_id uuid)
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
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
  select u.approval_id, u.stage, bool_and(u.fallback), bool_and(u.alternate), bool_or(u.voted), any_value(u.requester_id),
    any_value(u.subject_kind), any_value(u.subject_id), any_value(u.account_id), any_value(u.environment), any_value(u.risk),
    any_value(u.opened_at), any_value(u.due_at), any_value(u.began_at), any_value(u.reference), any_value(u.group_id)
  from (
    select u.approval_id, u.stage, false as fallback, u.alternate, u.voted, u.requester_id, u.subject_kind, u.subject_id, u.account_id,
      u.environment, u.risk, u.opened_at, u.due_at, u.open, u.began_at, u.reference, u.group_id
    from undecided u where u.key = any (mine)
    union all
    select f.approval_id, f.stage, true, f.alternate, f.voted, f.requester_id, f.subject_kind, f.subject_id, f.account_id,
      f.environment, f.risk, f.opened_at, f.due_at, f.open, f.began_at, f.reference, f.group_id
    from undecided_by_fallback(groups) f
  ) u
  where u.requester_id <> all (selves) and case when u.open then 'open' else 'waiting' end = any (states)
  group by u.approval_id, u.stage;
end $$;
