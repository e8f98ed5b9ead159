create sequence sandbox_request_number;
create table sandbox_requests (
  id uuid primary key,
  reference text not null unique,
  kind text not null check (kind in ('new', 'extension')),
  template_id uuid not null references sandbox_templates,
  sandbox_id uuid,
  requester_id uuid not null references people,
  tower_id uuid not null references towers,
  -- new: {name, region, hours, budget, ownerIds, members: [{personId, group}]}; extension: {hours, budget}.
  details jsonb not null,
  name text not null check (length(name) between 1 and 64),
  justification text not null check (length(justification) between 10 and 1000),
  status text not null check (status in ('pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  -- Approved by the template's rule alone. `ruling` has the reasons for or against it.
  automatic boolean not null default false,
  ruling text[] not null default '{}',
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (kind = 'new' or sandbox_id is not null),
  check (kind = 'extension' or (sandbox_id is not null) = (status = 'approved'))
);
create index sandbox_requests_requester on sandbox_requests (requester_id, created_at desc, id);
create index sandbox_requests_created on sandbox_requests (created_at desc, id);
create index sandbox_requests_sandbox on sandbox_requests (sandbox_id, created_at desc) where sandbox_id is not null;
create index sandbox_requests_template on sandbox_requests (template_id, created_at desc);
create index sandbox_requests_tower on sandbox_requests (tower_id);
create unique index sandbox_requests_one_extension on sandbox_requests (sandbox_id)
  where kind = 'extension' and status in ('pending_approval', 'changes_requested');
create unique index sandbox_requests_pending_name on sandbox_requests (name)
  where kind = 'new' and status in ('pending_approval', 'changes_requested');
create index sandbox_requests_search on sandbox_requests using gin ((lower(name || ' ' || reference)) gin_trgm_ops);

create table sandboxes (
  id uuid primary key,
  name text not null check (name ~ '^[a-z][a-z0-9-]{1,38}[a-z0-9]$'),
  purpose text not null,
  status text not null check (status in ('queued', 'provisioning', 'failed', 'active', 'frozen', 'deleting', 'deleted', 'quarantined')),
  template_id uuid not null references sandbox_templates,
  -- The template's limits at the time of approval; later changes to the template don't apply.
  terms jsonb not null,
  request_id uuid not null unique references sandbox_requests,
  requester_id uuid not null references people,
  tower_id uuid not null references towers,
  region text not null,
  hosting text not null check (hosting in ('resourceGroup', 'subscription')),
  host_id uuid references sandbox_hosts,
  subscription_id uuid,
  resource_group text,
  queue_number bigint generated always as identity,
  lease_hours int not null check (lease_hours between 1 and 87600),
  lease_start timestamptz,
  lease_end timestamptz,
  extensions_used int not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units.
  budget_limit bigint not null check (budget_limit between 100 and 1000000000),
  spent bigint not null default 0 check (spent >= 0),
  -- Current cost per hour, in millionths of a minor unit.
  hourly_rate bigint not null default 0 check (hourly_rate >= 0),
  spend_at timestamptz,
  limit_reached_at timestamptz,
  frozen_at timestamptz,
  frozen_because text check (frozen_because in ('budget', 'owner', 'admin')),
  -- Deletion starts with a grace period in which it can be undone: access and compute are off, data is kept.
  delete_requested_at timestamptz,
  delete_requested_by uuid references people,
  delete_because text check (delete_because in ('owner', 'admin', 'expired')),
  delete_at timestamptz,
  removing_at timestamptz,
  cleanup_failures int not null default 0,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Items that a freeze removed and a resume restores: {assignments, stopped: IDs of running resources}.
  held jsonb not null default '{"assignments":[],"stopped":[]}' check (jsonb_typeof(held) = 'object'),
  search_text text not null generated always as (lower(name || ' ' || purpose)) stored,
  budget_percent int not null generated always as ((spent * 100 / budget_limit)::int) stored,
  check ((lease_start is null) = (lease_end is null)),
  check (lease_end is null or lease_end > lease_start),
  check (status not in ('active', 'frozen') or (lease_start is not null and host_id is not null)),
  check ((status = 'frozen') <= (frozen_at is not null and frozen_because is not null)),
  check ((status = 'deleting') <= (delete_requested_at is not null and delete_at is not null and delete_because is not null)),
  check (removing_at is null or status in ('deleting', 'deleted', 'quarantined')),
  check ((status = 'deleted') = (deleted_at is not null))
);
create unique index sandboxes_live_name on sandboxes (name) where status <> 'deleted';
create index sandboxes_template on sandboxes (template_id, status);
create index sandboxes_requester on sandboxes (requester_id, created_at desc, id);
create index sandboxes_tower on sandboxes (tower_id, status);
create index sandboxes_host on sandboxes (host_id) where status not in ('queued', 'deleted');
create index sandboxes_queue on sandboxes (hosting, queue_number) where status = 'queued';
create index sandboxes_ending on sandboxes (lease_end, id) where status in ('active', 'frozen');
create index sandboxes_grace on sandboxes (delete_at, id) where status = 'deleting' and removing_at is null;
create index sandboxes_in_subscription on sandboxes (subscription_id, lower(resource_group)) where subscription_id is not null;
-- Each new request checks whether the requester's sandboxes reached a limit recently.
create index sandboxes_overrun on sandboxes (requester_id, limit_reached_at) where limit_reached_at is not null;
create unique index sandboxes_one_a_pool on sandboxes (host_id) where hosting = 'subscription' and status not in ('queued', 'deleted');
create index sandboxes_by_name on sandboxes (name, id) where status <> 'deleted';
create index sandboxes_by_created on sandboxes (created_at, id) where status <> 'deleted';
create index sandboxes_by_updated on sandboxes (updated_at, id) where status <> 'deleted';
create index sandboxes_by_end on sandboxes (lease_end, id) where status <> 'deleted';
create index sandboxes_by_end_down on sandboxes (lease_end desc nulls last, id desc) where status <> 'deleted';
create index sandboxes_by_percent on sandboxes (budget_percent, id) where status <> 'deleted';
create index sandboxes_by_status on sandboxes (status, name, id) where status <> 'deleted';
create index sandboxes_names on sandboxes using gin (name gin_trgm_ops);
create index sandboxes_search on sandboxes using gin (search_text gin_trgm_ops);
alter table sandbox_requests add foreign key (sandbox_id) references sandboxes deferrable initially deferred;

create table sandbox_owners (
  sandbox_id uuid not null references sandboxes on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (sandbox_id, person_id)
);
create index sandbox_owners_person on sandbox_owners (person_id);

-- An action on a sandbox, carried out by one run. Freezing and resuming make Azure match the sandbox's current status.
create table sandbox_actions (
  id uuid primary key,
  sandbox_id uuid not null references sandboxes,
  kind text not null check (kind in ('provision', 'freeze', 'thaw', 'cleanUp')),
  status text not null default 'open' check (status in ('open', 'done', 'failed')),
  requested_by uuid references people,
  reason text not null default '' check (length(reason) <= 1000),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status = 'open') = (ended_at is null))
);
create index sandbox_actions_sandbox on sandbox_actions (sandbox_id, created_at desc);
create index sandbox_actions_stuck on sandbox_actions (kind, status, created_at) where status in ('open', 'failed');
create unique index sandbox_actions_one_open on sandbox_actions (sandbox_id) where status = 'open';
create index sandbox_actions_done on sandbox_actions (kind, ended_at desc) where status = 'done';

-- A sandbox's history. The key makes each event unique.
create table sandbox_events (
  id uuid primary key,
  sandbox_id uuid not null references sandboxes on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  text text not null,
  person_id uuid references people,
  key text not null,
  number bigint generated always as identity,
  unique (sandbox_id, key)
);
create index sandbox_events_order on sandbox_events (sandbox_id, at desc, number desc);
create index sandbox_events_budget_freezes on sandbox_events (sandbox_id, at) where key like 'frozen:budget:%';

create table sandbox_terms (
  word text primary key
);
create index sandbox_terms_near on sandbox_terms using gin (word gin_trgm_ops);
