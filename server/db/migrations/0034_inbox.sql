-- The inbox: what waits for a person is found from the person, quick among a million approvals; and words said without a decision.

create table approval_comments (
  id uuid primary key,
  approval_id uuid not null references approvals on delete cascade,
  stage int not null,
  person_id uuid not null references people,
  comment text not null check (length(comment) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index approval_comments_approval on approval_comments (approval_id, created_at);

-- Different accounts of one human are one.
create function human(p people) returns text language sql immutable as $$ select coalesce(p.employee_id, p.id::text) $$;

-- What people are found by whom a rule names for these facts: `familyOwner:…`, `person:…`. Whoever has one of these is named, and nobody else.
create function rule_keys(rule jsonb, a approvals) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct key), '{}')
  from (select rule as r union all select o from jsonb_array_elements(case when rule->>'kind' = 'anyOf' then rule->'of' end) o) rules
  cross join lateral (
    select 'towerLead:' || a.tower_id where r->>'kind' = 'towerLead'
    union all select 'familyOwner:' || a.family_id where r->>'kind' = 'familyOwner'
    union all select 'accountOwner:' || a.account_id where r->>'kind' = 'accountOwner'
    union all select 'sandboxOwner:' || a.sandbox_id where r->>'kind' = 'sandboxOwner'
    union all select 'manager:' || a.requester_id where r->>'kind' = 'manager'
    union all select 'productApprover:' || item from unnest(a.catalogue_item_ids) item where r->>'kind' = 'productApprover'
    union all select 'directoryGroup:' || (r->>'groupId') where r->>'kind' = 'directoryGroup'
    union all select 'role:' || (r->>'role') where r->>'kind' = 'role'
    union all select 'person:' || (r->>'personId') where r->>'kind' = 'person'
    union all select 'person:' || jsonb_array_elements_text(r->'personIds') where r->>'kind' = 'anyOf'
    union all select 'directoryGroup:' || jsonb_array_elements_text(r->'groupIds') where r->>'kind' = 'anyOf'
  ) named (key)
  where key is not null
$$;

alter table approval_stages
  add column keys text[] not null default '{}',
  add column alternate_keys text[] not null default '{}';
create function approval_stage_keys() returns trigger language plpgsql as $$
begin
  select rule_keys(new.rule, a), case when new.alternates is null then '{}' else rule_keys(new.alternates, a) end
    into new.keys, new.alternate_keys from approvals a where a.id = new.approval_id;
  return new;
end $$;
create trigger approval_stages_keys before insert or update of rule, alternates on approval_stages
  for each row execute function approval_stage_keys();
update approval_stages s set keys = rule_keys(s.rule, a) from approvals a where a.id = s.approval_id and s.status in ('open', 'waiting');
create index approval_stages_by_keys on approval_stages using gin (keys) where status in ('open', 'waiting');
create index approval_stages_by_alternate_keys on approval_stages using gin (alternate_keys) where status = 'open' and escalated_at is not null;
create index approval_stages_outright on approval_stages (approval_id)
  where status in ('open', 'waiting') and (keys = '{}' or rule->>'kind' in ('directoryGroup', 'person', 'role', 'anyOf'));

-- What somebody has: the keys of the stages whose rules name them; of roles in Slipway only these.
create function keys_of(holder uuid, held text[]) returns text[] language sql stable as $$
  select array(
    select 'towerLead:' || tower_id from tower_leads where person_id = holder
    union all select 'familyOwner:' || family_id from family_owners where person_id = holder
    union all select 'accountOwner:' || account_id from account_owners where person_id = holder
    union all select 'sandboxOwner:' || sandbox_id from sandbox_owners where person_id = holder
    union all select 'manager:' || id from people where manager_id = holder
    union all select 'productApprover:' || item_id from catalogue_item_approvers where person_id = holder
    union all select 'directoryGroup:' || group_id from directory_group_members where person_id = holder
    union all select 'role:' || role from people, unnest(roles) role where id = holder and role = any (held)
    union all select 'person:' || holder)
$$;

-- Relations with at most one human who can decide, and that one: only there can a rule name nobody but the requester.
create function lonely_keys() returns table (key text, sole text) language sql stable as $$
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
  select 'sandboxOwner:' || a.id, min(human(p))
  from (select distinct sandbox_id as id from approvals where status = 'pending' and sandbox_id is not null) a
  left join sandbox_owners l on l.sandbox_id = a.id left join people p on p.id = l.person_id and p.active
  group by a.id having count(distinct human(p)) < 2
  union all
  select 'manager:' || r.id, null from people r left join people m on m.id = r.manager_id and m.active
  where m.id is null or human(m) = human(r)
  union all
  select 'productApprover:' || i.id, min(human(p)) from catalogue_items i left join catalogue_item_approvers l on l.item_id = i.id
  left join people p on p.id = l.person_id and p.active group by i.id having count(distinct human(p)) < 2
$$;

-- Undecided stages that fall back on a group of the holder, because their rule names nobody who can decide.
create function seats_by_fallback(holder uuid, states text[]) returns table (approval_id uuid, stage int) language plpgsql stable as $$
#variable_conflict use_column
declare
  groups text[] := array(select group_id::text from directory_group_members where person_id = holder);
  lonely text[];
  soles jsonb;
begin
  if not exists (select from approval_stages s where s.status in ('open', 'waiting') and s.rule->>'fallbackGroupId' = any (groups)) then
    return;
  end if;
  select array_agg(key), jsonb_object_agg(key, sole) into lonely, soles from lonely_keys();
  return query
  with by_relation as materialized (
    select * from approval_stages s where s.status in ('open', 'waiting') and s.keys && lonely
  ), outright as materialized (
    select * from approval_stages s
    where s.status in ('open', 'waiting') and (s.keys = '{}' or s.rule->>'kind' in ('directoryGroup', 'person', 'role', 'anyOf'))
  ), candidates as materialized (
    select s.approval_id, s.stage, s.rule, s.keys from by_relation s where s.status = any (states) and s.rule->>'fallbackGroupId' = any (groups)
    union
    select s.approval_id, s.stage, s.rule, s.keys from outright s where s.status = any (states) and s.rule->>'fallbackGroupId' = any (groups)
      and not exists (select from unnest(s.keys) k where k !~ '^(directoryGroup|person|role):' and k <> all (lonely))
  )
  select c.approval_id, c.stage
  from candidates c
  join approvals a on a.id = c.approval_id
  join people q on q.id = a.requester_id
  where (cardinality(c.keys) <> 1 or coalesce(soles->>c.keys[1], human(q)) = human(q))
    and exists (select from rule_people(c.rule, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id) r
      where r.person_id = holder and r.fallback);
end $$;

-- `stage_approvers` asked the other way round: every undecided stage with a seat of the holder's own.
-- Never one of a request of their own, nor for whoever has been disabled.
create function seats_held(holder uuid, held text[], states text[])
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean) language plpgsql stable as $$
#variable_conflict use_column
declare
  mine text[] := keys_of(holder, held);
  groups text[] := array(select group_id::text from directory_group_members where person_id = holder);
  me text := (select human(p) from people p where p.id = holder and p.active);
begin
  return query
  select s.approval_id, s.stage, bool_and(s.fallback), bool_and(s.alternate)
  from (
    select s.approval_id, s.stage, false as fallback, false as alternate from approval_stages s
    where s.keys && mine and s.status in ('open', 'waiting') and s.status = any (states)
    union all
    select s.approval_id, s.stage, true, false from seats_by_fallback(holder, states) s
    union all
    select s.approval_id, s.stage, false, true from approval_stages s
    where s.alternate_keys && mine and s.status = 'open' and s.escalated_at is not null and 'open' = any (states)
    union all
    select s.approval_id, s.stage, true, true
    from approval_stages s
    join approvals a on a.id = s.approval_id
    where s.status = 'open' and s.escalated_at is not null and 'open' = any (states) and s.alternates->>'fallbackGroupId' = any (groups)
      and exists (select from rule_people(s.alternates, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id) r
        where r.person_id = holder and r.fallback)
  ) s
  join approvals a on a.id = s.approval_id
  join people q on q.id = a.requester_id
  where human(q) <> me
  group by s.approval_id, s.stage;
end $$;

-- The same with the seats of those for whom somebody stands in; one for each stage, as `stage_approvers` has it.
-- `held`: the roles in Slipway that the credential of this very call has.
create function seats_of(person uuid, held text[], at timestamptz, states text[] default '{open}')
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean, on_behalf_of uuid) language sql stable as $$
  with own as materialized (select * from seats_held(person, held, states))
  select o.approval_id, o.stage, o.fallback, o.alternate, null::uuid from own o
  union all
  (select distinct on (h.approval_id, h.stage) h.approval_id, h.stage, h.fallback, h.alternate, d.person_id
  from delegations d
  cross join lateral seats_held(d.person_id, held, states) h
  join approvals a on a.id = h.approval_id
  join people q on q.id = a.requester_id
  join people me on me.id = person and me.active
  where d.delegate_id = person and d.status = 'live' and (d.ends_at is null or d.ends_at > at) and human(q) <> human(me)
    and not exists (select from own o where o.approval_id = h.approval_id and o.stage = h.stage)
  order by h.approval_id, h.stage, d.person_id)
$$;
