-- A copy of the retailer's store directory, so that an outage there blocks no work.
create table stores (
  number text primary key check (number ~ '^[0-9]{1,6}$'),
  name text not null,
  format text not null,
  address jsonb not null,
  town text not null,
  postcode text not null,
  region text not null,
  opened text check (opened ~ '^\d{4}-\d{2}-\d{2}$'),
  closing text check (closing ~ '^\d{4}-\d{2}-\d{2}$'),
  network jsonb,
  -- When the store directory confirmed the data, and when Slipway fetched it.
  as_of timestamptz not null,
  fetched_at timestamptz not null,
  search_text text not null generated always as (lower(number || ' ' || name || ' ' || town || ' ' || postcode || ' ' || replace(postcode, ' ', ''))) stored,
  gone_at timestamptz
);
create index stores_search on stores using gin (search_text gin_trgm_ops);
create index stores_unheard on stores (fetched_at) where gone_at is null;

create table store_refreshes (
  only_one boolean primary key default true check (only_one),
  started_at timestamptz not null,
  finished_at timestamptz,
  after text,
  problem text
);

create sequence edge_rollout_number;
create table edge_rollouts (
  id uuid primary key,
  reference text not null unique,
  name text not null check (char_length(name) between 3 and 80),
  status text not null check (status in ('running', 'halted', 'built', 'completed', 'cancelled')),
  wave_size int not null check (wave_size between 1 and 500),
  halt_after int check (halt_after between 1 and 500),
  halt_percent int check (halt_percent between 1 and 100),
  tower_id uuid not null references towers,
  family_id uuid not null references families,
  cost_centre text not null,
  region text not null,
  budget jsonb not null,
  created_by uuid not null references people,
  halted_because text,
  halted_at timestamptz,
  halted_by uuid references people,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint edge_rollouts_one_limit check ((halt_after is null) <> (halt_percent is null)),
  constraint edge_rollouts_halted check ((status = 'halted') = (halted_because is not null))
);
create unique index edge_rollouts_name on edge_rollouts (lower(name)) where status in ('running', 'halted', 'built');
create index edge_rollouts_listed on edge_rollouts (created_at desc, id desc);
create index edge_rollouts_tower on edge_rollouts (tower_id);
create index edge_rollouts_family on edge_rollouts (family_id);

create table edge_rollout_owners (
  rollout_id uuid not null references edge_rollouts on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (rollout_id, person_id)
);

create table edge_waves (
  id uuid primary key,
  rollout_id uuid not null references edge_rollouts on delete cascade,
  number int not null check (number between 1 and 2000),
  status text not null check (status in ('planned', 'running', 'halted', 'done', 'cancelled')),
  attempt int not null default 0,
  work_id uuid unique,
  started_at timestamptz,
  ended_at timestamptz,
  constraint edge_waves_number unique (rollout_id, number)
);
-- A rollout has one running wave, even with concurrent replicas.
create unique index edge_waves_one_running on edge_waves (rollout_id) where status = 'running';

create table edge_rollout_stores (
  id uuid primary key default gen_random_uuid(),
  rollout_id uuid not null references edge_rollouts on delete cascade,
  wave_id uuid not null references edge_waves,
  position int not null,
  store_number text not null,
  store_name text not null,
  town text not null,
  postcode text not null,
  region text not null,
  azure_region text not null,
  account_id uuid references accounts,
  account_name text not null,
  address_range cidr not null,
  status text not null check (status in ('planned', 'queued', 'building', 'ready', 'completed', 'failed', 'skipped')),
  -- Completed steps: 0 none, 1 the subscription, 2 the network, 3 the record in the repository, 4 the registration.
  progress int not null default 0 check (progress between 0 and 4),
  reason text,
  note text,
  -- Number of starts, and number of attempts of the current step.
  attempt int not null default 0,
  tries int not null default 0,
  requested_at timestamptz,
  poll text,
  step_since timestamptz,
  ready_at timestamptz,
  completed_at timestamptz,
  completed_by uuid references api_keys,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (lower(store_number || ' ' || store_name || ' ' || town || ' ' || postcode || ' ' || replace(postcode, ' ', '') || ' ' || account_name)) stored,
  constraint edge_rollout_stores_once unique (rollout_id, store_number),
  constraint edge_rollout_stores_reason check (status not in ('failed', 'skipped') or reason is not null)
);
-- A store is in one rollout at a time, which also reserves its addresses.
create unique index edge_stores_live on edge_rollout_stores (store_number) where status not in ('completed', 'skipped');
create index edge_stores_number on edge_rollout_stores (store_number);
create unique index edge_stores_account on edge_rollout_stores (account_id) where account_id is not null;
create unique index edge_stores_range on edge_rollout_stores (address_range) where status not in ('completed', 'skipped');
create index edge_stores_by_number on edge_rollout_stores (rollout_id, store_number, id);
create index edge_stores_by_wave on edge_rollout_stores (wave_id, status, progress);
create index edge_stores_by_status on edge_rollout_stores (rollout_id, status, region);
create index edge_stores_search on edge_rollout_stores using gin (search_text gin_trgm_ops);
