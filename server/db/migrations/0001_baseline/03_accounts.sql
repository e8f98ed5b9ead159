create table accounts (
  id uuid primary key,
  name text not null check (length(name) between 1 and 63 and name !~ '[<>;|]'),
  name_key text not null generated always as (lower(name)) stored,
  description text not null default '',
  kind text not null check (kind in ('cloud', 'edge', 'manual')),
  environment text not null check (environment in ('production', 'preproduction', 'test', 'development')),
  workload text not null check (workload in ('Production', 'DevTest')),
  status text not null check (status in ('provisioning', 'failed', 'active', 'decommissioning', 'decommissioned', 'deleted')),
  subscription_id uuid,
  management_group_id text,
  tower_id uuid not null references towers,
  family_id uuid not null references families,
  cost_centre text not null default '',
  data_classification text not null check (data_classification in ('public', 'internal', 'confidential', 'restricted')),
  criticality text not null check (criticality in ('tier1', 'tier2', 'tier3', 'tier4')),
  region text not null,
  network jsonb not null default '{"connectivity":"none","addressSpaces":[]}',
  budget jsonb not null,
  budget_amount bigint not null generated always as ((budget->>'amount')::bigint) stored,
  catalogue_item_ids uuid[] not null default '{}',
  tags jsonb not null default '{}',
  store_numbers text[] not null default '{}',
  request_id uuid,
  search_text text not null generated always as (lower(name || ' ' || description || ' ' || cost_centre)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  connectivity text not null generated always as (coalesce(network->>'connectivity', 'none')) stored,
  health int check (health between 0 and 100),
  -- When Slipway first saw the subscription that it created, because Azure knows some facts about a new one late. Null if Slipway did not
  -- create it.
  subscription_since timestamptz
);
create unique index accounts_live_name on accounts (name_key) where status <> 'deleted';
create unique index accounts_subscription on accounts (subscription_id) where subscription_id is not null and status <> 'deleted';
create unique index accounts_request on accounts (request_id) where request_id is not null;
create index accounts_tower on accounts (tower_id, name_key, id);
create index accounts_family on accounts (family_id, name_key, id);
create index accounts_search on accounts using gin (search_text gin_trgm_ops);
create index accounts_by_name on accounts (name_key, id) where status <> 'deleted';
create index accounts_by_created on accounts (created_at, id) where status <> 'deleted';
create index accounts_by_updated on accounts (updated_at, id) where status <> 'deleted';
create index accounts_by_budget on accounts (budget_amount, id) where status <> 'deleted';
create index accounts_by_status on accounts (status, name_key, id) where status <> 'deleted';
create index accounts_by_environment on accounts (environment, name_key, id) where status <> 'deleted';
create index accounts_by_criticality on accounts (criticality, name_key, id) where status <> 'deleted';
create index accounts_by_environment_status on accounts (environment, status, created_at, id) where status <> 'deleted';
create index accounts_names on accounts using gin (name_key gin_trgm_ops);
create index accounts_catalogue_items on accounts using gin (catalogue_item_ids) where status <> 'deleted';
-- Serves `costCentre==CC-4101` and `CC-41*` sorted by name, which would otherwise read a million rows when few or none match.
create index accounts_by_cost_centre on accounts (lower(cost_centre) text_pattern_ops, name_key, id) where status <> 'deleted';
create index accounts_by_health on accounts (health, id) where status <> 'deleted';
create index accounts_by_health_down on accounts (health desc nulls last, id desc) where status <> 'deleted';
create index accounts_stores on accounts using gin (store_numbers) where kind = 'edge';

create table account_owners (
  account_id uuid not null references accounts on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (account_id, person_id)
);
create index account_owners_person on account_owners (person_id, account_id);

-- Inputs of ordered catalogue items. `accounts.catalogue_item_ids` lists an account's items; older ones have no row here.
create table account_catalogue_items (
  account_id uuid not null references accounts on delete cascade,
  item_id uuid not null references catalogue_items on delete cascade,
  inputs jsonb not null default '{}',
  added_at timestamptz not null default now(),
  primary key (account_id, item_id)
);
create index account_catalogue_items_item on account_catalogue_items (item_id);

-- Each word in the search text of accounts. A misspelt word is matched against these few words, then the accounts with the intended word
-- are found. Accounts are never removed, so words stay too.
create table account_terms (
  word text primary key
);
create index account_terms_near on account_terms using gin (word gin_trgm_ops);

-- Number of accounts for each combination, maintained by `account_facets_kept`. Columns are named as in `accounts`, so that a filter on
-- them can read this table instead.
create table account_facets (
  status text not null,
  kind text not null,
  environment text not null,
  workload text not null,
  tower_id uuid not null,
  family_id uuid not null,
  region text not null,
  criticality text not null,
  data_classification text not null,
  connectivity text not null,
  accounts bigint not null,
  primary key (status, kind, environment, workload, tower_id, family_id, region, criticality, data_classification, connectivity)
);

create table account_health (
  account_id uuid primary key references accounts on delete cascade,
  score int not null check (score between 0 and 100),
  parts jsonb not null,
  checked_at timestamptz not null
);

create sequence account_request_number;
create table account_requests (
  id uuid primary key,
  reference text not null unique,
  requester_id uuid not null references people,
  status text not null check (status in ('draft', 'pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  name text not null,
  details jsonb not null,
  tower_id uuid not null references towers,
  family_id uuid not null references families,
  account_id uuid references accounts,
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index account_requests_live_name on account_requests (lower(name)) where status in ('pending_approval', 'changes_requested');
create index account_requests_requester on account_requests (requester_id, created_at desc, id);
create index account_requests_created on account_requests (created_at desc, id);

create table address_ranges (
  range cidr primary key,
  region text not null,
  account_id uuid references accounts on delete set null,
  taken_at timestamptz
);
create index address_ranges_free on address_ranges (region, range) where account_id is null;
create unique index address_ranges_account on address_ranges (account_id) where account_id is not null;

create table saved_views (
  id uuid primary key,
  owner_id uuid not null references people,
  screen text not null check (screen in ('accounts')),
  name text not null check (length(name) between 1 and 64),
  filter text check (length(filter) <= 4000),
  search text check (length(search) <= 200),
  sort text check (length(sort) <= 200),
  shown_columns text[] check (cardinality(shown_columns) <= 50),
  density text check (density in ('compact', 'normal', 'comfortable')),
  sharing text not null default 'private' check (sharing in ('private', 'tower', 'everyone')),
  tower_id uuid references towers on delete cascade,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_views_tower check ((sharing = 'tower') = (tower_id is not null))
);
create unique index saved_views_name on saved_views (owner_id, screen, lower(name));
create index saved_views_shared on saved_views (screen, tower_id) where sharing <> 'private';
create index saved_views_tower on saved_views (tower_id) where tower_id is not null;

create table default_views (
  person_id uuid not null references people,
  screen text not null,
  view_id uuid not null references saved_views on delete cascade,
  primary key (person_id, screen)
);
create index default_views_view on default_views (view_id);
