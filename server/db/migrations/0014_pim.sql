-- Privileged roles that people take for a while, and every order about them that goes to Azure.

create table pim_activations (
  id uuid primary key,
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  role_definition_id uuid not null,
  role_name text not null,
  scope text not null,
  linked_eligibility_id text,
  justification text not null check (length(justification) between 10 and 500),
  ticket_number text,
  ticket_system text,
  minutes int not null check (minutes between 5 and 1440),
  -- What the role's policy allowed when it was asked for.
  max_minutes int not null,
  status text not null check (status in ('pending_approval', 'sending', 'scheduled', 'active', 'ending',
    'ended', 'deactivated', 'cancelled', 'denied', 'expired', 'failed')),
  -- Null: as soon as may be. Once Azure has it, the time that Azure says.
  starts_at timestamptz,
  ends_at timestamptz,
  problem text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status not in ('scheduled', 'active', 'ending', 'ended', 'deactivated') or (starts_at is not null and ends_at is not null)),
  check (ends_at is null or ends_at > starts_at),
  check ((ticket_number is null) = (ticket_system is null))
);
create unique index pim_activations_one_open on pim_activations (person_id, account_id, role_definition_id)
  where status in ('pending_approval', 'sending', 'scheduled', 'active', 'ending');
create index pim_activations_person on pim_activations (person_id, created_at desc, id);
create index pim_activations_account on pim_activations (account_id, created_at desc, id);
create index pim_activations_starts on pim_activations (starts_at) where status = 'scheduled';
create index pim_activations_ends on pim_activations (ends_at) where status in ('scheduled', 'active', 'ending');

create function pim_activation_move() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or new.person_id <> old.person_id or new.role_definition_id <> old.role_definition_id
    or new.scope <> old.scope then
    raise exception 'an activation keeps its account, person, role and scope' using errcode = '23514', constraint = 'pim_activation_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'pending_approval>sending', 'pending_approval>denied', 'pending_approval>expired', 'pending_approval>cancelled',
    'sending>scheduled', 'sending>active', 'sending>failed',
    'scheduled>active', 'scheduled>ending', 'scheduled>ended',
    'active>ending', 'active>ended',
    'ending>deactivated', 'ending>cancelled', 'ending>ended', 'ending>active', 'ending>scheduled']) then
    raise exception 'an activation cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'pim_activation_moves';
  end if;
  return new;
end $$;
create trigger pim_activations_move before update on pim_activations for each row execute function pim_activation_move();

-- The id is the name of the request in Azure, made before anything is sent: an order that is sent again under it is the same order.
create table pim_orders (
  id uuid primary key,
  activation_id uuid not null references pim_activations,
  kind text not null check (kind in ('assign', 'extend', 'remove')),
  justification text not null,
  -- When an extended role is to end.
  ends_at timestamptz,
  -- Azure lets a role go no earlier.
  not_before timestamptz,
  status text not null check (status in ('waiting', 'open', 'done', 'refused')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'extend') = (ends_at is not null)),
  check (status <> 'waiting' or not_before is not null)
);
create unique index pim_orders_one_open on pim_orders (activation_id) where status in ('waiting', 'open');
create index pim_orders_waiting on pim_orders (not_before) where status = 'waiting';
create index pim_orders_activation on pim_orders (activation_id);

-- Who decides on an activation is said by the role's policy in Azure; the stages are given when the round is opened.
insert into approval_policies (id, version, subject_kind, name, stages, active)
values (gen_random_uuid(), 1, 'pimActivation', 'The role’s own policy in Azure', '[]', true);

-- Azure names people and groups beside each other, any one of whom decides.
create or replace function rule_people(rule jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid default null)
returns table (person_id uuid, fallback boolean) language sql stable as $$
  with named as (
    select p.id
    from (
      select t.person_id from tower_leads t where rule->>'kind' = 'towerLead' and t.tower_id = tower
      union
      select f.person_id from family_owners f where rule->>'kind' = 'familyOwner' and f.family_id = family
      union
      select o.person_id from account_owners o where rule->>'kind' = 'accountOwner' and o.account_id = account
      union
      select c.person_id from catalogue_item_approvers c where rule->>'kind' = 'productApprover' and c.item_id = any (items)
      union
      select g.person_id from directory_group_members g where rule->>'kind' = 'directoryGroup' and g.group_id = (rule->>'groupId')::uuid
      union
      select (rule->>'personId')::uuid where rule->>'kind' = 'person'
      union
      select (jsonb_array_elements_text(rule->'personIds'))::uuid where rule->>'kind' = 'anyOf'
      union
      select g.person_id from directory_group_members g
      where rule->>'kind' = 'anyOf' and g.group_id in (select (jsonb_array_elements_text(rule->'groupIds'))::uuid)
    ) x
    join people p on p.id = x.person_id and p.active
    where p.id <> requester
  )
  select id, false from named
  union all
  select p.id, true
  from directory_group_members g
  join people p on p.id = g.person_id and p.active
  where g.group_id = (rule->>'fallbackGroupId')::uuid and p.id <> requester and not exists (select 1 from named)
$$;
