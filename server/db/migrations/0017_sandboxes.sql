-- Sandboxes: what is offered, where there is room, what was asked for, what lives, and what happened to it.

create table sandbox_templates (
  id uuid primary key,
  name text not null check (length(name) between 1 and 50),
  description text not null default '' check (length(description) <= 1000),
  -- A resource group in a shared subscription, or a subscription of its own out of the pool.
  hosting text not null check (hosting in ('resourceGroup', 'subscription')),
  regions text[] not null check (cardinality(regions) between 1 and 20),
  -- Resource types that may be made, as Azure spells them; empty: any.
  allowed_resource_types text[] not null default '{}' check (cardinality(allowed_resource_types) <= 200),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  -- Money is in minor units.
  max_budget bigint not null check (max_budget between 100 and 100000000),
  default_budget bigint not null check (default_budget >= 100),
  max_hours int not null check (max_hours between 1 and 8760),
  default_hours int not null check (default_hours >= 1),
  max_extensions int not null default 1 check (max_extensions between 0 and 10),
  extension_hours int not null default 72 check (extension_hours between 1 and 8760),
  max_members int not null default 20 check (max_members between 1 and 500),
  -- Live or pending of this template for one person.
  max_per_person int not null default 3 check (max_per_person between 1 and 20),
  -- [{percent, action: notify | freeze}], rising
  thresholds jsonb not null check (jsonb_typeof(thresholds) = 'array' and jsonb_array_length(thresholds) between 1 and 6),
  -- Hours before the end at which people are reminded, falling.
  reminder_hours int[] not null default '{48,24,4}' check (cardinality(reminder_hours) <= 6),
  -- Hours without use after which stopping early is proposed; null: never.
  idle_hours int check (idle_hours between 4 and 720),
  -- {mode: required | automatic | within, budget?, hours?, cleanRecord?}
  approval jsonb not null check (approval->>'mode' in ('required', 'automatic', 'within')),
  -- [{suffix, role}]: the groups each sandbox has; the first is for its owners.
  groups jsonb not null check (jsonb_typeof(groups) = 'array' and jsonb_array_length(groups) between 1 and 4),
  -- [{name, resourceType, sku, count, share}]: what is typically run in it; `share` of the hours in percent.
  typical_use jsonb not null default '[]' check (jsonb_typeof(typical_use) = 'array'),
  visibility text not null default 'everyone' check (visibility in ('everyone', 'groups', 'hidden')),
  visible_to uuid[] not null default '{}' check (cardinality(visible_to) <= 50),
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (default_budget <= max_budget and default_hours <= max_hours),
  check (visibility <> 'groups' or cardinality(visible_to) > 0)
);
create unique index sandbox_templates_name on sandbox_templates (lower(name));

-- Where sandboxes live: a shared subscription has room for several, one of the pool for one at a time.
create table sandbox_hosts (
  id uuid primary key,
  subscription_id uuid not null unique,
  name text not null check (length(name) between 1 and 64),
  kind text not null check (kind in ('shared', 'pool')),
  capacity int not null check (capacity between 1 and 980),
  -- Resting: cleaned, but Azure may still be settling what was in it.
  status text not null default 'available' check (status in ('available', 'resting', 'quarantined', 'retired')),
  resting_until timestamptz,
  note text not null default '' check (length(note) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (kind = 'shared' or capacity = 1),
  check ((status = 'resting') = (resting_until is not null))
);
create index sandbox_hosts_resting on sandbox_hosts (resting_until) where status = 'resting';

create sequence sandbox_request_number;
create table sandbox_requests (
  id uuid primary key,
  reference text not null unique,
  -- A sandbox, or more time or money for one.
  kind text not null check (kind in ('new', 'extension')),
  template_id uuid not null references sandbox_templates,
  -- Of an extension, and of a new one from its approval on.
  sandbox_id uuid,
  requester_id uuid not null references people,
  tower_id uuid not null references towers,
  -- new: {name, region, hours, budget, ownerIds, members: [{personId, group}]}; extension: {hours, budget}
  details jsonb not null,
  name text not null check (length(name) between 1 and 64),
  justification text not null check (length(justification) between 10 and 1000),
  status text not null check (status in ('pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  -- Nobody had to decide: the template's rule did, and why; else what kept it from doing so.
  automatic boolean not null default false,
  ruling text[] not null default '{}',
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (kind = 'new' or sandbox_id is not null),
  check (kind = 'extension' or (sandbox_id is not null) = (status = 'approved'))
);
create trigger sandbox_requests_move before update on sandbox_requests for each row execute function request_move();
create index sandbox_requests_requester on sandbox_requests (requester_id, created_at desc, id);
create index sandbox_requests_created on sandbox_requests (created_at desc, id);
create index sandbox_requests_sandbox on sandbox_requests (sandbox_id, created_at desc) where sandbox_id is not null;
create index sandbox_requests_template on sandbox_requests (template_id, created_at desc);
create index sandbox_requests_tower on sandbox_requests (tower_id);
create unique index sandbox_requests_one_extension on sandbox_requests (sandbox_id)
  where kind = 'extension' and status in ('pending_approval', 'changes_requested');

create table sandboxes (
  id uuid primary key,
  name text not null check (name ~ '^[a-z][a-z0-9-]{1,38}[a-z0-9]$'),
  purpose text not null,
  status text not null check (status in ('queued', 'provisioning', 'failed', 'active', 'frozen', 'deleting', 'deleted', 'quarantined')),
  template_id uuid not null references sandbox_templates,
  -- What the template allowed when it was approved; later changes of the template leave it alone.
  terms jsonb not null,
  request_id uuid not null unique references sandbox_requests,
  requester_id uuid not null references people,
  tower_id uuid not null references towers,
  region text not null,
  hosting text not null check (hosting in ('resourceGroup', 'subscription')),
  host_id uuid references sandbox_hosts,
  subscription_id uuid,
  resource_group text,
  -- Place in the queue: falling back behind nobody who came later.
  queue_number bigint generated always as identity,
  lease_hours int not null check (lease_hours between 1 and 87600),
  -- From when it was ready.
  lease_start timestamptz,
  lease_end timestamptz,
  extensions_used int not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units.
  budget_limit bigint not null check (budget_limit between 100 and 1000000000),
  spent bigint not null default 0 check (spent >= 0),
  -- An hour of what is deployed now, in millionths of a minor unit.
  hourly_rate bigint not null default 0 check (hourly_rate >= 0),
  spend_at timestamptz,
  limit_reached_at timestamptz,
  frozen_at timestamptz,
  frozen_because text check (frozen_because in ('budget', 'owner', 'admin')),
  -- Deleting begins with a time in which it can be taken back: access off and compute stopped, everything kept.
  delete_asked_at timestamptz,
  delete_asked_by uuid references people,
  delete_because text check (delete_because in ('owner', 'admin', 'expired')),
  delete_at timestamptz,
  -- Set once removing has begun: from then on there is no way back.
  removing_at timestamptz,
  cleanup_failures int not null default 0,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((lease_start is null) = (lease_end is null)),
  check (lease_end is null or lease_end > lease_start),
  check (status not in ('active', 'frozen') or (lease_start is not null and host_id is not null)),
  check ((status = 'frozen') <= (frozen_at is not null and frozen_because is not null)),
  check ((status = 'deleting') <= (delete_asked_at is not null and delete_at is not null and delete_because is not null)),
  check (removing_at is null or status in ('deleting', 'deleted', 'quarantined')),
  check ((status = 'deleted') = (deleted_at is not null))
);
create unique index sandboxes_live_name on sandboxes (name) where status <> 'deleted';
create index sandboxes_by_name on sandboxes (name, id);
create index sandboxes_created on sandboxes (created_at desc, id);
create index sandboxes_template on sandboxes (template_id, status);
create index sandboxes_requester on sandboxes (requester_id, created_at desc, id);
create index sandboxes_tower on sandboxes (tower_id, status);
create index sandboxes_host on sandboxes (host_id) where status not in ('queued', 'deleted');
create index sandboxes_queue on sandboxes (hosting, queue_number) where status = 'queued';
create index sandboxes_ending on sandboxes (lease_end, id) where status in ('active', 'frozen');
create index sandboxes_grace on sandboxes (delete_at, id) where status = 'deleting' and removing_at is null;
alter table sandbox_requests add foreign key (sandbox_id) references sandboxes deferrable initially deferred;

create function sandbox_move() returns trigger language plpgsql as $$
begin
  if new.request_id <> old.request_id or new.requester_id <> old.requester_id or new.template_id <> old.template_id then
    raise exception 'a sandbox keeps its request' using errcode = '23514', constraint = 'sandbox_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'queued>provisioning', 'queued>deleted', 'provisioning>active', 'provisioning>failed', 'failed>provisioning', 'failed>deleting',
    'active>frozen', 'frozen>active', 'active>deleting', 'frozen>deleting', 'deleting>active', 'deleting>frozen',
    'deleting>deleted', 'deleting>quarantined', 'quarantined>deleting']) then
    raise exception 'a sandbox cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'sandbox_moves';
  end if;
  if old.status = 'deleting' and new.status in ('active', 'frozen') and old.removing_at is not null then
    raise exception 'what is being removed cannot be taken back' using errcode = '23514', constraint = 'sandbox_moves';
  end if;
  return new;
end $$;
create trigger sandboxes_move before update on sandboxes for each row execute function sandbox_move();

create table sandbox_owners (
  sandbox_id uuid not null references sandboxes on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (sandbox_id, person_id)
);
create index sandbox_owners_person on sandbox_owners (person_id);

-- 1 to 5 owners, whatever order things happen in.
create function sandbox_owners_1_to_5() returns trigger language plpgsql as $$
declare
  sandbox uuid := coalesce(new.sandbox_id, old.sandbox_id);
begin
  perform 1 from sandboxes where id = sandbox for update;
  if found and (select count(*) from sandbox_owners where sandbox_id = sandbox) not between 1 and 5 then
    raise exception 'a sandbox has 1 to 5 owners' using errcode = '23514', constraint = 'sandbox_owners_1_to_5';
  end if;
  return null;
end $$;
create constraint trigger sandbox_owners_1_to_5 after insert or update or delete on sandbox_owners
  deferrable initially deferred for each row execute function sandbox_owners_1_to_5();

-- Work on a sandbox: each is the subject of one run. Freezing and thawing make the cloud agree with the sandbox's status as it is then.
create table sandbox_actions (
  id uuid primary key,
  sandbox_id uuid not null references sandboxes,
  kind text not null check (kind in ('provision', 'freeze', 'thaw', 'cleanUp')),
  status text not null default 'open' check (status in ('open', 'done', 'failed')),
  asked_by uuid references people,
  reason text not null default '' check (length(reason) <= 1000),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status = 'open') = (ended_at is null))
);
create index sandbox_actions_sandbox on sandbox_actions (sandbox_id, created_at desc);
create index sandbox_actions_stuck on sandbox_actions (kind, status, created_at) where status in ('open', 'failed');

-- What happened to a sandbox, in words, in order. The key makes each happen once.
create table sandbox_events (
  id uuid primary key,
  sandbox_id uuid not null references sandboxes on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  text text not null,
  person_id uuid references people,
  key text not null,
  -- Of several at the same moment, the order in which they happened.
  number bigint generated always as identity,
  unique (sandbox_id, key)
);
create index sandbox_events_order on sandbox_events (sandbox_id, at desc, number desc);

-- A group carries roles in an account or in a sandbox; who is in it, for how long and why is kept in one way for both.
alter table access_groups
  alter column account_id drop not null,
  add column sandbox_id uuid references sandboxes,
  add check (num_nonnulls(account_id, sandbox_id) = 1);
create index access_groups_sandbox on access_groups (sandbox_id, name) where sandbox_id is not null and status <> 'deleted';
create or replace function access_group_move() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.sandbox_id) is distinct from (old.account_id, old.sandbox_id) then
    raise exception 'a group keeps its account or sandbox' using errcode = '23514', constraint = 'access_group_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'creating>ready', 'creating>failed', 'failed>ready', 'ready>deleting', 'failed>deleting', 'deleting>deleted']) then
    raise exception 'a group cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'access_group_moves';
  end if;
  return new;
end $$;

-- Groups of sandboxes are reached from their sandbox, never found by what they let one do.
drop trigger access_groups_found_by on access_groups;
create trigger access_groups_found_by before insert or update of name, description, roles, find_text on access_groups
  for each row when (new.account_id is not null) execute function access_group_found_by();

alter table access_requests alter column account_id drop not null, add column sandbox_id uuid references sandboxes;
create or replace function access_request_account() returns trigger language plpgsql as $$
begin
  select g.account_id, g.sandbox_id into new.account_id, new.sandbox_id from access_groups g where g.id = new.group_id;
  return new;
end $$;
drop trigger access_requests_account on access_requests;
create trigger access_requests_account before insert or update of group_id, account_id, sandbox_id on access_requests
  for each row execute function access_request_account();
alter table access_requests add check (num_nonnulls(account_id, sandbox_id) = 1);
create index access_requests_sandbox on access_requests (sandbox_id, created_at, id) where sandbox_id is not null;

-- What is asked for in a sandbox may be decided by its owners; a sandbox itself by the requester's manager.
alter table approvals add column sandbox_id uuid references sandboxes;
create index approvals_pending_sandbox on approvals (sandbox_id) where status = 'pending' and sandbox_id is not null;
drop view stage_approvers;
drop function rule_people(jsonb, uuid, uuid, uuid[], uuid, uuid);
create function rule_people(rule jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid default null, sandbox uuid default null)
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
      select o.person_id from sandbox_owners o where rule->>'kind' = 'sandboxOwner' and o.sandbox_id = sandbox
      union
      select r.manager_id from people r where rule->>'kind' = 'manager' and r.id = requester
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
create view stage_approvers as
select s.approval_id, s.stage, r.person_id, r.fallback
from approval_stages s
join approvals a on a.id = s.approval_id
cross join lateral rule_people(s.rule, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id) r;

-- An installation that approves requests for accounts approves these too; an empty one is given its policies with the rest.
insert into approval_policies (id, version, subject_kind, name, stages, active)
select gen_random_uuid(), 1, added.kind, added.name,
  jsonb_build_array(jsonb_build_object('name', added.stage, 'rule', jsonb_build_object('kind', added.rule) ||
    case when p.stages->0->'rule' ? 'fallbackGroupId'
      then jsonb_build_object('fallbackGroupId', p.stages->0->'rule'->'fallbackGroupId') else '{}'::jsonb end, 'minimum', 1)), true
from approval_policies p,
  (values ('sandboxRequest', 'Sandboxes', 'Manager', 'manager'),
    ('sandboxAccessRequest', 'Access to sandboxes', 'Sandbox owner', 'sandboxOwner')) added (kind, name, stage, rule)
where p.subject_kind = 'accountRequest' and p.active;
