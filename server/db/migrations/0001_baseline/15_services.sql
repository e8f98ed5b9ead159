-- Credentials of programs. A key is shown once and never stored: its public part finds the row, and a keyed hash verifies the rest.
create table api_keys (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 80),
  public_id text unique check (public_id ~ '^[0-9A-Za-z]{12}$'),
  hash bytea check (octet_length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  -- Accounts of a key with the deploy scope; other scopes don't depend on accounts.
  account_ids uuid[] not null default '{}' check (cardinality(account_ids) <= 50),
  owner_id uuid not null references people (id),
  created_by uuid not null references people (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references people (id),
  version int not null default 1,
  remind_at timestamptz,
  -- Set for a program with tokens of its own directory application instead of a key. Both kinds share a table, because permissions,
  -- accounts and ownership don't depend on the way of signing in.
  application_id uuid,
  search_text text not null generated always as (lower(name || ' ' || coalesce(public_id, application_id::text))) stored,
  check (expires_at > created_at),
  constraint api_keys_credential check ((application_id is null) = (public_id is not null) and (public_id is null) = (hash is null)),
  constraint api_keys_revoked check (revoked_at is not null or revoked_by is null)
);
create unique index api_keys_name on api_keys (lower(name)) where revoked_at is null;
create index api_keys_listed on api_keys (created_at desc, id);
create index api_keys_owner on api_keys (owner_id);
create index api_keys_accounts on api_keys using gin (account_ids);
create index api_keys_remind on api_keys (remind_at) where revoked_at is null;
create index api_keys_expires on api_keys (expires_at, id);
create index api_keys_name_order on api_keys (lower(name), id);
create index api_keys_last_used on api_keys (last_used_at desc nulls last, id desc);
create index api_keys_search on api_keys using gin (search_text gin_trgm_ops);
create unique index api_keys_application on api_keys (application_id) where revoked_at is null;

-- Keys of monitoring tools, part of their webhook address. Like API keys, they are shown once and never stored.
create table alert_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null check (char_length(name) between 1 and 60),
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{12}$'),
  hash bytea not null check (octet_length(hash) = 32),
  -- Defaults for alerts without a configuration item or assignment group: a sys_id or a name.
  configuration_item text check (char_length(configuration_item) between 1 and 200),
  assignment_group text check (char_length(assignment_group) between 1 and 200),
  created_by uuid not null references people (id),
  created_at timestamptz not null default now(),
  -- Set when another key replaces it; it works until then.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references people (id),
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index alert_keys_name on alert_keys (account_id, lower(name)) where revoked_at is null and expires_at is null;
create index alert_keys_account on alert_keys (account_id, created_at desc);

-- One row per accepted alert. A job groups them in order and then clears `detail`.
create table alert_arrivals (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  key_id uuid not null references alert_keys (id),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- Identifies a delivery, so that repeated ones count once.
  event_hash bytea not null check (octet_length(event_hash) = 32),
  state text not null check (state in ('firing', 'cleared')),
  -- True if it fires; the end of an alert does not count.
  fires boolean not null,
  -- Time according to the sender, never later than the receipt.
  at timestamptz not null,
  received_at timestamptz not null,
  grouped_at timestamptz,
  detail jsonb check (octet_length(detail::text) <= 32768),
  check ((detail is null) = (grouped_at is not null))
);
create unique index alert_arrivals_once on alert_arrivals (account_id, event_hash);
create index alert_arrivals_waiting on alert_arrivals (id) where grouped_at is null;
create index alert_arrivals_old on alert_arrivals (received_at);

-- Alerts with the same cause, sent to ServiceNow as one incident at a time.
create table alert_groups (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  source text not null check (source in ('azure', 'alertmanager', 'cloudEvents', 'plain')),
  title text not null check (char_length(title) between 1 and 160),
  description text not null check (char_length(description) <= 4000),
  resource text check (char_length(resource) <= 500),
  link text check (char_length(link) <= 500 and link ~ '^https?://'),
  priority int not null check (priority between 1 and 5),
  severity text not null generated always as (case priority when 1 then 'critical' when 2 then 'high' when 3 then 'medium' when 4 then 'low' else 'info' end) stored,
  configuration_item text check (char_length(configuration_item) between 1 and 200),
  assignment_group text check (char_length(assignment_group) between 1 and 200),
  state text not null check (state in ('firing', 'cleared')),
  state_at timestamptz not null,
  count int not null check (count >= 0),
  episode int not null check (episode >= 0),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Counts changes, so that changes during a call of ServiceNow are sent again.
  folds int not null default 1,
  -- ServiceNow's state; only the job that sends it writes these.
  generation int not null default 1,
  incident_id text check (char_length(incident_id) between 1 and 32),
  incident_number text check (char_length(incident_number) between 1 and 40),
  incident_status text check (incident_status in ('open', 'resolved', 'closed')),
  synced_count int not null default 0,
  synced_episode int not null default 0,
  synced_priority int,
  synced_at timestamptz,
  due_at timestamptz,
  problem text check (char_length(problem) <= 500),
  search_text text not null generated always as (lower(title || ' ' || coalesce(resource, '') || ' ' || coalesce(incident_number, ''))) stored,
  check ((incident_id is null) = (incident_number is null) and (incident_id is null) = (incident_status is null))
);
create unique index alert_groups_one on alert_groups (account_id, fingerprint);
create index alert_groups_listed on alert_groups (account_id, last_seen desc, id desc);
create index alert_groups_due on alert_groups (due_at) where due_at is not null;
create index alert_groups_open on alert_groups (account_id) where incident_status = 'open';
create index alert_groups_old on alert_groups (last_seen);

-- Incidents raised in Slipway. The row is written before ServiceNow is called, and its ID lets ServiceNow detect a repeated call.
create table incidents (
  id uuid primary key,
  account_id uuid not null references accounts,
  raised_by uuid not null references people,
  title text not null check (char_length(title) between 5 and 160),
  description text not null check (char_length(description) between 1 and 4000),
  impact int not null check (impact between 1 and 3),
  urgency int not null check (urgency between 1 and 3),
  -- Configuration item and assignment group: ServiceNow IDs, and names at that time.
  item_id text check (item_id ~ '^[0-9a-f]{32}$'),
  item_name text check (char_length(item_name) <= 300),
  group_id text check (group_id ~ '^[0-9a-f]{32}$'),
  group_name text check (char_length(group_name) <= 300),
  status text not null default 'sending'
    check (status in ('sending', 'failed', 'new', 'inProgress', 'onHold', 'resolved', 'closed', 'cancelled', 'gone')),
  note text check (char_length(note) <= 1000),
  number text check (number ~ '^[A-Za-z]{2,8}[0-9]{3,20}$'),
  sys_id text check (char_length(sys_id) between 1 and 32),
  priority int check (priority between 1 and 5),
  opened_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((number is null) = (sys_id is null) and (number is null) = (opened_at is null)),
  check ((status in ('sending', 'failed')) = (number is null))
);
create unique index incidents_sys_id on incidents (sys_id) where sys_id is not null;
create index incidents_account on incidents (account_id, created_at desc, id desc);
create index incidents_raised on incidents (raised_by, account_id, created_at desc, id desc);
create index incidents_followed on incidents (checked_at) where status in ('new', 'inProgress', 'onHold', 'resolved');
create index incidents_gone on incidents (checked_at) where status = 'gone';

-- Pipelines' requests to the deployment tool, and their results. The tool is the record of running versions.
create table deployments (
  id uuid primary key,
  account_id uuid not null references accounts,
  app text not null check (app ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  project text not null check (char_length(project) between 1 and 100),
  action text not null check (action in ('deploy', 'remove')),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'superseded', 'cancelled')),
  -- The request without secrets; the hash detects a repeated request.
  request jsonb not null,
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  revision text check (char_length(revision) <= 200),
  -- Commit or chart version of the revision, as resolved by the tool.
  deployed_revision text check (char_length(deployed_revision) <= 200),
  result text check (char_length(result) <= 2000),
  key_id uuid not null references api_keys,
  key_name text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  check ((action = 'deploy') = (revision is not null)),
  constraint deployments_ended check ((ended_at is not null) = (status in ('succeeded', 'failed', 'superseded', 'cancelled')))
);
create index deployments_account on deployments (account_id, created_at desc, id desc);
create index deployments_app on deployments (account_id, app, created_at desc, id desc);
create index deployments_key on deployments (key_id);
-- One deployment runs and one waits; a newer request replaces the waiting one.
create unique index deployments_one_running on deployments (account_id, app) where status = 'running';
create unique index deployments_one_waiting on deployments (account_id, app) where status = 'queued';
