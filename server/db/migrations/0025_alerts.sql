-- What monitoring signs in with, in the address it posts to. As with API keys the key itself is shown once and never stored.
create table alert_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null check (char_length(name) between 1 and 60),
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{12}$'),
  hash bytea not null check (octet_length(hash) = 32),
  -- What an alert is about, and who deals with it, when it does not say: a sys_id or a name.
  configuration_item text check (char_length(configuration_item) between 1 and 200),
  assignment_group text check (char_length(assignment_group) between 1 and 200),
  created_by uuid not null references people (id),
  created_at timestamptz not null default now(),
  -- Set once another has taken its place: it works until then.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references people (id),
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index alert_keys_name on alert_keys (account_id, lower(name)) where revoked_at is null and expires_at is null;
create index alert_keys_account on alert_keys (account_id, created_at desc);

-- One row an alert that arrived: accepted is what stands here. A job folds them into groups, in their order, and then drops `detail`.
create table alert_arrivals (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  key_id uuid not null references alert_keys (id),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- Which delivery it is: one that is repeated counts once.
  event_hash bytea not null check (octet_length(event_hash) = 32),
  state text not null check (state in ('firing', 'cleared')),
  -- Whether it says that something fires; the end of something does not count.
  fires boolean not null,
  -- When it happened, as the sender says; never later than it was received.
  at timestamptz not null,
  received_at timestamptz not null,
  folded_at timestamptz,
  detail jsonb check (octet_length(detail::text) <= 32768),
  check ((detail is null) = (folded_at is not null))
);
create unique index alert_arrivals_once on alert_arrivals (account_id, event_hash);
create index alert_arrivals_waiting on alert_arrivals (id) where folded_at is null;
create index alert_arrivals_old on alert_arrivals (received_at);

-- Alerts that are one and the same trouble: counted here, and told to ServiceNow as one incident at a time.
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
  -- How often it has begun to fire.
  episode int not null check (episode >= 0),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Counts the folds, so that what was told while another one came is told again.
  folds int not null default 1,
  -- What ServiceNow has been told; written by nobody but the job that tells it.
  generation int not null default 1,
  incident_id text check (char_length(incident_id) between 1 and 32),
  incident_number text check (char_length(incident_number) between 1 and 40),
  incident_status text check (incident_status in ('open', 'resolved', 'closed')),
  told_count int not null default 0,
  told_episode int not null default 0,
  told_priority int,
  told_at timestamptz,
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
