-- Who may do what in accounts: the groups that carry roles, requests to be let into one, and who is in by way of Slipway.

create table access_groups (
  id uuid primary key,
  account_id uuid not null references accounts,
  directory_group_id uuid,
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  description text not null default '',
  -- [{roleDefinitionId, roleName, scope}]
  roles jsonb not null default '[]' check (jsonb_typeof(roles) = 'array'),
  assignment text not null check (assignment in ('active', 'eligible')),
  requestable boolean not null default true,
  max_duration_hours int check (max_duration_hours between 1 and 8760),
  status text not null check (status in ('creating', 'ready', 'failed', 'deleting', 'deleted')),
  created_by uuid references people,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status not in ('ready') or directory_group_id is not null)
);
create unique index access_groups_live_name on access_groups (name) where status <> 'deleted';
create unique index access_groups_directory on access_groups (directory_group_id) where directory_group_id is not null;
create index access_groups_account on access_groups (account_id, name) where status <> 'deleted';

create function access_group_move() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id then
    raise exception 'a group keeps its account' using errcode = '23514', constraint = 'access_group_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'creating>ready', 'creating>failed', 'failed>ready', 'ready>deleting', 'failed>deleting', 'deleting>deleted']) then
    raise exception 'a group cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'access_group_moves';
  end if;
  return new;
end $$;
create trigger access_groups_move before update on access_groups for each row execute function access_group_move();

create sequence access_request_number;
create table access_requests (
  id uuid primary key,
  reference text not null unique,
  group_id uuid not null references access_groups,
  requester_id uuid not null references people,
  justification text not null check (length(justification) between 10 and 1000),
  -- Null: for good.
  duration_hours int check (duration_hours between 1 and 8760),
  status text not null check (status in ('pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index access_requests_one_open on access_requests (group_id, requester_id)
  where status in ('pending_approval', 'changes_requested');
create index access_requests_group on access_requests (group_id, created_at desc, id);
create index access_requests_requester on access_requests (requester_id, created_at desc, id);
create trigger access_requests_move before update on access_requests for each row execute function request_move();

-- Why somebody is in a group. Two grants may justify the same membership; it ends with the last of them.
create table group_assignments (
  id uuid primary key,
  group_id uuid not null references access_groups,
  person_id uuid not null references people,
  via text not null check (via in ('request', 'admin', 'adopted')),
  request_id uuid references access_requests,
  starts_at timestamptz not null default now(),
  -- Null: for good.
  ends_at timestamptz,
  status text not null check (status in ('scheduled', 'granting', 'active', 'revoking', 'expired', 'revoked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((via = 'request') = (request_id is not null)),
  check (ends_at is null or ends_at > starts_at)
);
create unique index group_assignments_one_per_request on group_assignments (request_id) where request_id is not null;
create index group_assignments_live on group_assignments (group_id, person_id)
  where status in ('scheduled', 'granting', 'active', 'revoking');
create index group_assignments_person on group_assignments (person_id, created_at desc, id);
create index group_assignments_due on group_assignments (ends_at) where status = 'active' and ends_at is not null;

create function group_assignment_move() returns trigger language plpgsql as $$
begin
  if new.group_id <> old.group_id or new.person_id <> old.person_id or new.request_id is distinct from old.request_id then
    raise exception 'an assignment keeps its group, person and request' using errcode = '23514', constraint = 'group_assignment_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'scheduled>granting', 'scheduled>revoked', 'granting>active', 'granting>revoking', 'active>revoking',
    'revoking>expired', 'revoking>revoked']) then
    raise exception 'an assignment cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'group_assignment_moves';
  end if;
  return new;
end $$;
create trigger group_assignments_move before update on group_assignments for each row execute function group_assignment_move();

-- What is asked for in an account may be decided by those who own it.
alter table approvals add column account_id uuid references accounts;
drop view stage_approvers;
drop function rule_people(jsonb, uuid, uuid, uuid[], uuid);
create function rule_people(rule jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid default null)
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
create view stage_approvers as
select s.approval_id, s.stage, r.person_id, r.fallback
from approval_stages s
join approvals a on a.id = s.approval_id
cross join lateral rule_people(s.rule, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id) r;

-- An installation that approves requests for accounts lets their owners decide on access; an empty one is given its policies with the rest.
insert into approval_policies (id, version, subject_kind, name, stages, active)
select gen_random_uuid(), 1, 'accessRequest', 'Access to accounts',
  jsonb_build_array(jsonb_build_object('name', 'Account owner', 'rule', jsonb_build_object('kind', 'accountOwner') ||
    case when p.stages->0->'rule' ? 'fallbackGroupId'
      then jsonb_build_object('fallbackGroupId', p.stages->0->'rule'->'fallbackGroupId') else '{}'::jsonb end, 'minimum', 1)), true
from approval_policies p where p.subject_kind = 'accountRequest' and p.active;
