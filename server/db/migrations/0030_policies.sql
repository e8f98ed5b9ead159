-- Approval policies as rules that administrators write: conditions in CEL, versions, and the approval of a policy itself.

-- One person may hold several accounts of the directory; the employee number says so.
alter table people
  add column employee_id text check (length(employee_id) between 1 and 64),
  -- App roles as the last identity token had them: who may be asked as an administrator. What somebody may do is read from their own token.
  add column roles text[] not null default '{}';
create index people_employee on people (employee_id) where employee_id is not null;
-- The link of the directory's changes fixes which fields it tells: with another field one begins anew.
delete from directory_cursors where name = 'users';
create index people_roles on people using gin (roles) where roles <> '{}';

alter table approval_policies
  add column description text not null default '' check (length(description) <= 1000),
  -- Each {when, because}: who asks for something like this is refused, or let through, with the reason; refusing goes first.
  add column reject jsonb not null default '[]',
  add column approve jsonb not null default '[]',
  add column status text not null default 'draft' check (status in ('draft', 'proposed', 'live', 'retired', 'rejected')),
  add column change_note text not null default '' check (length(change_note) <= 1000),
  add column based_on int,
  add column revision int not null default 1,
  -- What the approval of this version is about.
  add column change_id uuid not null unique default gen_random_uuid(),
  add column created_by uuid references people,
  add column proposed_at timestamptz,
  add column live_at timestamptz,
  add column retired_at timestamptz,
  add column updated_at timestamptz not null default now();
update approval_policies set status = case when active then 'live' else 'retired' end, live_at = created_at,
  stages = coalesce((
    select jsonb_agg((s.stage - 'onlyFor') || case when c.text is null then '{}'::jsonb else jsonb_build_object('when', c.text) end order by s.n)
    from jsonb_array_elements(stages) with ordinality s (stage, n)
    cross join lateral (
      select nullif(concat_ws(' && ',
        case when s.stage->'onlyFor' ? 'updateKinds' then 'request.change in ' || (s.stage->'onlyFor'->'updateKinds')::text end,
        case when s.stage->'onlyFor' ? 'environments' then 'target.environment in ' || (s.stage->'onlyFor'->'environments')::text end,
        case s.stage->'onlyFor'->>'restrictedItems' when 'true' then 'request.restrictedItems' when 'false' then '!request.restrictedItems' end), '') as text
    ) c), '[]');
-- Changes to accounts that no stage was for used to begin at once; they go on doing so, by a rule that says it.
update approval_policies p set approve = jsonb_build_array(jsonb_build_object('when', '!(' || c.any_stage || ')', 'because', 'No stage of the policy is for it.'))
from (select p.id, p.version, string_agg('(' || (s.stage->>'when') || ')', ' || ' order by s.n) as any_stage
  from approval_policies p cross join lateral jsonb_array_elements(p.stages) with ordinality s (stage, n)
  where p.subject_kind = 'accountUpdate' group by p.id, p.version having bool_and(s.stage ? 'when')) c
where c.id = p.id and c.version = p.version and length(c.any_stage) < 900;
alter table approval_policies add check (not active or status = 'live');
create unique index approval_policies_open on approval_policies (id) where status in ('draft', 'proposed');
create index approval_policies_kind on approval_policies (subject_kind, version desc);

-- What requests were or are decided by never changes; only a draft does.
create function approval_policy_move() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.stages, new.approve, new.reject, new.subject_kind) is distinct from (old.stages, old.approve, old.reject, old.subject_kind) then
    raise exception 'the rules of a version that is % stay as they are', old.status using errcode = '23514', constraint = 'approval_policy_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'draft>proposed', 'proposed>draft', 'proposed>live', 'proposed>rejected', 'live>retired']) then
    raise exception 'a policy cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'approval_policy_moves';
  end if;
  return new;
end $$;

alter table approvals
  -- What the policy's conditions saw, kept so that another policy can be tried on it.
  add column facts jsonb not null default '{}',
  -- Why nobody had to decide: the rule that let it through or refused it.
  add column automatic text,
  add column nudged_at timestamptz;
create index approvals_opened on approvals (subject_kind, opened_at);

alter table approval_stages
  add column alternates jsonb,
  add column remind_after_hours int,
  add column escalate_after_hours int,
  add column hours_to_decide int,
  add column due_at timestamptz,
  add column remind_at timestamptz,
  add column reminded_at timestamptz,
  add column escalate_at timestamptz,
  add column escalated_at timestamptz;
create index approval_stages_remind on approval_stages (remind_at) where status = 'open' and reminded_at is null;
create index approval_stages_escalate on approval_stages (escalate_at) where status = 'open' and escalated_at is null;
create index approval_stages_due on approval_stages (due_at) where status = 'open';

-- Whoever is away lets somebody else decide: one level, never on the own requests of the one who stands in.
create table delegations (
  id uuid primary key,
  person_id uuid not null references people,
  delegate_id uuid not null references people,
  starts_at timestamptz not null,
  ends_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  status text not null check (status in ('scheduled', 'live', 'ended')),
  created_by uuid not null references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (person_id <> delegate_id),
  check (ends_at is null or ends_at > starts_at)
);
create unique index delegations_one_live on delegations (person_id) where status = 'live';
create index delegations_delegate on delegations (delegate_id) where status = 'live';
create index delegations_person on delegations (person_id, starts_at desc);
create index delegations_due on delegations (starts_at, ends_at) where status <> 'ended';

alter table approval_decisions
  add column on_behalf_of uuid references people,
  add check (on_behalf_of <> approver_id and on_behalf_of <> requester_id);
-- A seat is used once: by its holder or by whoever stands in.
create unique index approval_decisions_one_seat on approval_decisions (approval_id, stage, coalesce(on_behalf_of, approver_id));

create function no_own_decision() returns trigger language plpgsql as $$
begin
  if exists (
    select from people a join people r on r.employee_id = a.employee_id
    where a.id in (new.approver_id, new.on_behalf_of) and r.id = new.requester_id
  ) then
    raise exception 'both accounts are of one person' using errcode = '23514', constraint = 'nobody_decides_on_an_own_request';
  end if;
  if exists (
    select from approval_decisions d join people o on o.id = d.approver_id join people a on a.employee_id = o.employee_id
    where d.approval_id = new.approval_id and d.stage = new.stage and a.id = new.approver_id and o.id <> a.id
  ) then
    raise exception 'one person counts once' using errcode = '23505', constraint = 'one_vote_per_person_and_stage';
  end if;
  return new;
end $$;
create trigger approval_decisions_own before insert on approval_decisions for each row execute function no_own_decision();

drop view stage_approvers;
-- Who a rule names for these facts, now: active people, neither the requester nor another account of theirs.
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
    join people p on p.id = x.person_id and p.active
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

-- Who may decide on a stage, each once: by the rule itself, as an alternate once it has been escalated, or standing in for somebody who is away.
create function stage_people(rule jsonb, alternates jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid, sandbox uuid)
returns table (person_id uuid, fallback boolean, alternate boolean, on_behalf_of uuid) language sql stable as $$
  with seats as (
    select person_id, bool_and(fallback) as fallback, bool_and(alternate) as alternate
    from (
      select person_id, fallback, false as alternate from rule_people(rule, tower, family, items, requester, account, sandbox)
      union all
      select person_id, fallback, true from rule_people(alternates, tower, family, items, requester, account, sandbox) where alternates is not null
    ) every
    group by person_id
  )
  select person_id, fallback, alternate, null::uuid from seats
  union all
  (select distinct on (d.delegate_id) d.delegate_id, s.fallback, s.alternate, s.person_id
  from seats s
  join delegations d on d.person_id = s.person_id and d.status = 'live'
  join people p on p.id = d.delegate_id and p.active
  where p.id <> requester and not exists (select from people q where q.id = requester and q.employee_id = p.employee_id)
    and not exists (select from seats o where o.person_id = d.delegate_id)
  order by d.delegate_id, s.person_id)
$$;
create view stage_approvers as
select s.approval_id, s.stage, r.person_id, r.fallback, r.alternate, r.on_behalf_of
from approval_stages s
join approvals a on a.id = s.approval_id
cross join lateral stage_people(s.rule, case when s.escalated_at is not null then s.alternates end,
  a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id) r;

-- A policy goes live when another administrator agrees.
insert into approval_policies (id, version, subject_kind, name, description, stages, status, active, live_at)
values (gen_random_uuid(), 1, 'policyChange', 'Changes of policies', 'Nobody changes alone how things are approved.',
  '[{"name": "Another administrator", "rule": {"kind": "role", "role": "Slipway.Admin"}, "minimum": 1}]', 'live', true, now());
create trigger approval_policies_move before update on approval_policies for each row execute function approval_policy_move();
