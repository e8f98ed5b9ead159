-- The inbox among a million: what is undecided lies together by the keys of whom its rules name (0034), and is read without the approvals.

-- A row for each key of each undecided stage of a pending approval, with what lists sort and narrow by. It follows from approval, stage and
-- votes alone, and is written with them; who has a key is never in it. Of an escalated stage the keys of its alternates too.
create table undecided (
  -- `nobody`: the rule names nobody at all.
  key text collate "C" not null,
  approval_id uuid not null,
  stage int not null,
  alternate boolean not null,
  -- It is its turn.
  open boolean not null,
  -- The rule has no other key.
  alone boolean not null,
  -- Somebody has voted; for most nobody has, and nothing need be looked up.
  voted boolean not null,
  requester_id uuid not null,
  fallback_group_id uuid,
  subject_kind text not null,
  subject_id uuid not null,
  account_id uuid,
  environment text,
  risk float8 not null,
  opened_at timestamptz,
  due_at timestamptz not null,
  primary key (key, approval_id, stage, alternate)
    include (open, alone, voted, requester_id, fallback_group_id, subject_kind, subject_id, account_id, environment, risk, opened_at,
      due_at),
  foreign key (approval_id, stage) references approval_stages (approval_id, stage) on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index undecided_stage on undecided (approval_id, stage);
create index undecided_fallback on undecided (fallback_group_id, key) where fallback_group_id is not null;

create function undecided_of(approval uuid) returns setof undecided language sql stable as $$
  select key, s.approval_id, s.stage, asked.alternate, s.status = 'open' and s.stage = a.stage, cardinality(asked.keys) < 2,
    exists (select from approval_decisions d where d.approval_id = s.approval_id and d.stage = s.stage), a.requester_id,
    (asked.rule->>'fallbackGroupId')::uuid, a.subject_kind, a.subject_id, a.account_id, a.facts->'target'->>'environment',
    coalesce((a.facts->'risk'->>'score')::float8, 0), s.opened_at, a.due_at
  from approvals a
  join approval_stages s on s.approval_id = a.id and s.status in ('open', 'waiting')
  cross join lateral (
    select s.keys, s.rule, false
    union all
    select s.alternate_keys, s.alternates, true where s.status = 'open' and s.escalated_at is not null and s.alternates is not null
  ) asked (keys, rule, alternate)
  cross join lateral unnest(case when asked.keys = '{}' then '{nobody}' else asked.keys end) key
  where a.id = approval and a.status = 'pending'
$$;
insert into undecided select u.* from approvals a cross join lateral undecided_of(a.id) u where a.status = 'pending';

create function note_undecided() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'approvals' then
    changed := new.id;
  else
    changed := new.approval_id;
  end if;
  -- Whoever changes two of its rows at once waits here for whoever else does.
  perform from approvals where id = changed for no key update;
  delete from undecided where approval_id = changed;
  insert into undecided select * from undecided_of(changed);
  return null;
end $$;
create trigger approvals_undecided after update of status, stage, due_at, facts on approvals for each row
  when ((new.status, new.stage, new.due_at, new.facts) is distinct from (old.status, old.stage, old.due_at, old.facts))
  execute function note_undecided();
create trigger approval_stages_undecided_new after insert on approval_stages for each row
  when (new.status in ('open', 'waiting')) execute function note_undecided();
create trigger approval_stages_undecided after update of rule, alternates, status, opened_at, escalated_at on approval_stages for each row
  when (old.status in ('open', 'waiting') or new.status in ('open', 'waiting')) execute function note_undecided();
create function note_vote() returns trigger language plpgsql as $$
begin
  update undecided set voted = true where approval_id = new.approval_id and stage = new.stage and not voted;
  return null;
end $$;
create trigger approval_decisions_undecided after insert on approval_decisions for each row execute function note_vote();
create index approvals_pending_requester on approvals (requester_id, opened_at) where status = 'pending';
-- What a search of the inbox reads of the most frequent kind.
create index access_requests_waiting on access_requests (id) include (reference, group_id, sandbox_id) where status = 'pending_approval';

drop index approval_stages_by_keys, approval_stages_by_alternate_keys, approval_stages_outright;

drop function lonely_keys();
-- Relations with at most one human who can decide, and that one.
create function lonely_relations() returns table (key text, sole text) language sql stable as $$
  select 'towerLead:' || t.id, min(human(p)) from towers t left join tower_leads l on l.tower_id = t.id
  left join people p on p.id = l.person_id and p.active group by t.id having count(distinct human(p)) < 2
  union all
  select 'familyOwner:' || f.id, min(human(p)) from families f left join family_owners l on l.family_id = f.id
  left join people p on p.id = l.person_id and p.active group by f.id having count(distinct human(p)) < 2
  union all
  select 'accountOwner:' || a.id, min(human(p))
  from (
    -- In use it has two owners at least: one of them is disabled, or is the other one by another name.
    select o.account_id as id from people p join account_owners o on o.person_id = p.id where not p.active
    union select o.account_id from people p join people twin on twin.employee_id = p.employee_id and twin.id <> p.id
      join account_owners o on o.person_id = p.id
    union select c.id from accounts c where c.status not in ('active', 'decommissioning')
  ) a
  left join account_owners l on l.account_id = a.id left join people p on p.id = l.person_id and p.active
  group by a.id having count(distinct human(p)) < 2
  union all
  select 'manager:' || r.id, null from people r left join people m on m.id = r.manager_id and m.active
  where m.id is null or human(m) = human(r)
  union all
  select 'productApprover:' || i.id, min(human(p)) from catalogue_items i left join catalogue_item_approvers l on l.item_id = i.id
  left join people p on p.id = l.person_id and p.active group by i.id having count(distinct human(p)) < 2
$$;
-- The same of all keys, of those without end as far as rules that fall back on these groups have them.
create function lonely_keys(groups uuid[]) returns table (key text, sole text) language sql stable as $$
  with used as materialized (
    select distinct u.key, kind, substr(u.key, length(kind) + 2) as named
    from unnest(array['directoryGroup', 'person', 'role', 'sandboxOwner']) kind
    join undecided u on u.fallback_group_id = any (groups) and u.key >= kind || ':' and u.key < kind || ';'
  )
  select key, sole from lonely_relations()
  union all
  select u.key, min(human(p)) from used u left join directory_group_members m on m.group_id = u.named::uuid
  left join people p on p.id = m.person_id and p.active where u.kind = 'directoryGroup' group by u.key having count(distinct human(p)) < 2
  union all
  select u.key, min(human(p)) from used u left join sandbox_owners o on o.sandbox_id = u.named::uuid
  left join people p on p.id = o.person_id and p.active where u.kind = 'sandboxOwner' group by u.key having count(distinct human(p)) < 2
  union all
  select u.key, min(human(p)) from used u left join people p on p.active and p.roles @> array[u.named]
  where u.kind = 'role' group by u.key having count(distinct human(p)) < 2
  union all
  select u.key, human(p) from used u left join people p on p.id = u.named::uuid and p.active where u.kind = 'person'
  union all
  values ('nobody', null)
$$;

drop function seats_by_fallback(uuid, text[]);
-- What falls back on one of these groups: whoever else the rule names is the requester, or nobody who can decide.
create function undecided_by_fallback(groups uuid[]) returns setof undecided language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  lonely text[];
  soles jsonb;
begin
  if not exists (select from undecided where fallback_group_id = any (groups)) then
    return;
  end if;
  select array_agg(key), jsonb_object_agg(key, sole) into lonely, soles from lonely_keys(groups);
  return query
  select u.* from undecided u
  join people q on q.id = u.requester_id
  where u.key = any (lonely) and u.fallback_group_id = any (groups) and coalesce(soles->>u.key, human(q)) = human(q)
    and (u.alone or not exists (
      select from undecided o where o.approval_id = u.approval_id and o.stage = u.stage and o.alternate = u.alternate
        and (not soles ? o.key or coalesce(soles->>o.key, human(q)) <> human(q))));
end $$;

drop function seats_held(uuid, text[], text[]);
-- `stage_approvers` asked the other way round: every undecided stage with a seat of the holder's own, and what lists say of it.
-- Never one of a request of their own, nor for whoever has been disabled. Planned afresh: what is good depends on how many keys somebody has.
create function seats_held(holder uuid, held text[], states text[])
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean, voted boolean, requester_id uuid, subject_kind text,
  subject_id uuid, account_id uuid, environment text, risk float8, opened_at timestamptz, due_at timestamptz)
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
    any_value(u.opened_at), any_value(u.due_at)
  from (
    select u.approval_id, u.stage, false as fallback, u.alternate, u.voted, u.requester_id, u.subject_kind, u.subject_id, u.account_id,
      u.environment, u.risk, u.opened_at, u.due_at, u.open
    from undecided u where u.key = any (mine)
    union all
    select f.approval_id, f.stage, true, f.alternate, f.voted, f.requester_id, f.subject_kind, f.subject_id, f.account_id,
      f.environment, f.risk, f.opened_at, f.due_at, f.open
    from undecided_by_fallback(groups) f
  ) u
  where u.requester_id <> all (selves) and case when u.open then 'open' else 'waiting' end = any (states)
  group by u.approval_id, u.stage;
end $$;

-- As it was (0030), but whoever is named is looked up one by one: PostgreSQL cannot tell that a rule names few, and went through everybody.
create or replace function rule_people(rule jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid default null, sandbox uuid default null)
returns table (person_id uuid, fallback boolean) language sql stable as $$
  with rules as (
    select rule as r
    union all
    select o.r from jsonb_array_elements(case when rule->>'kind' = 'anyOf' then rule->'of' end) o (r)
  ), named as (
    select p.id
    from (
      select t.person_id from rules, tower_leads t where r->>'kind' = 'towerLead' and t.tower_id = tower
      union
      select f.person_id from rules, family_owners f where r->>'kind' = 'familyOwner' and f.family_id = family
      union
      select o.person_id from rules, account_owners o where r->>'kind' = 'accountOwner' and o.account_id = account
      union
      select o.person_id from rules, sandbox_owners o where r->>'kind' = 'sandboxOwner' and o.sandbox_id = sandbox
      union
      select m.manager_id from rules, people m where r->>'kind' = 'manager' and m.id = requester
      union
      select c.person_id from rules, catalogue_item_approvers c where r->>'kind' = 'productApprover' and c.item_id = any (items)
      union
      select g.person_id from rules, directory_group_members g where r->>'kind' = 'directoryGroup' and g.group_id = (r->>'groupId')::uuid
      union
      select h.id from rules, people h where r->>'kind' = 'role' and h.roles @> array[r->>'role']
      union
      select (r->>'personId')::uuid from rules where r->>'kind' = 'person'
      union
      select (jsonb_array_elements_text(r->'personIds'))::uuid from rules where r->>'kind' = 'anyOf'
      union
      select g.person_id from rules, directory_group_members g
      where r->>'kind' = 'anyOf' and g.group_id in (select (jsonb_array_elements_text(r->'groupIds'))::uuid)
    ) x
    cross join lateral (select p.id, p.employee_id from people p where p.id = x.person_id and p.active offset 0) p
    where p.id <> requester and not exists (select from people q where q.id = requester and q.employee_id = p.employee_id)
  )
  select id, false from named
  union all
  select p.id, true
  from directory_group_members g
  join people p on p.id = g.person_id and p.active
  where g.group_id = (rule->>'fallbackGroupId')::uuid and p.id <> requester and not exists (select 1 from named)
    and not exists (select from people q where q.id = requester and q.employee_id = p.employee_id)
$$;
