create table sandbox_templates (
  id uuid primary key,
  name text not null check (length(name) between 1 and 50),
  description text not null default '' check (length(description) <= 1000),
  hosting text not null check (hosting in ('resourceGroup', 'subscription')),
  regions text[] not null check (cardinality(regions) between 1 and 20),
  -- Allowed resource types, spelled as in Azure; empty allows all.
  allowed_resource_types text[] not null default '{}' check (cardinality(allowed_resource_types) <= 200),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  -- Minor units.
  max_budget bigint not null check (max_budget between 100 and 100000000),
  default_budget bigint not null check (default_budget >= 100),
  max_hours int not null check (max_hours between 1 and 8760),
  default_hours int not null check (default_hours >= 1),
  max_extensions int not null default 1 check (max_extensions between 0 and 10),
  extension_hours int not null default 72 check (extension_hours between 1 and 8760),
  max_members int not null default 20 check (max_members between 1 and 500),
  max_per_person int not null default 3 check (max_per_person between 1 and 20),
  -- [{percent, action: notify | freeze}], ascending.
  thresholds jsonb not null check (jsonb_typeof(thresholds) = 'array' and jsonb_array_length(thresholds) between 1 and 6),
  reminder_hours int[] not null default '{48,24,4}' check (cardinality(reminder_hours) <= 6),
  -- Hours without use after which Slipway suggests ending the lease early; null disables it.
  idle_hours int check (idle_hours between 4 and 720),
  -- {mode: required | automatic | within, budget?, hours?, cleanRecord?}.
  approval jsonb not null check (approval->>'mode' in ('required', 'automatic', 'within')),
  -- [{suffix, role}]; the first group is for owners.
  groups jsonb not null check (jsonb_typeof(groups) = 'array' and jsonb_array_length(groups) between 1 and 4),
  -- [{name, resourceType, sku, count, share}] for the estimate; `share` is the percentage of hours that it runs.
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

-- A shared subscription holds several sandboxes, a pool subscription one at a time.
create table sandbox_hosts (
  id uuid primary key,
  subscription_id uuid not null unique,
  name text not null check (length(name) between 1 and 64),
  kind text not null check (kind in ('shared', 'pool')),
  capacity int not null check (capacity between 1 and 980),
  -- `resting`: cleaned up, but Azure can still bill earlier resources.
  status text not null default 'available' check (status in ('available', 'resting', 'quarantined', 'closed')),
  resting_until timestamptz,
  note text not null default '' check (length(note) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Cooling-off period of a pool subscription between two sandboxes, in hours.
  rest_hours int not null default 48 check (rest_hours between 0 and 720),
  check (kind = 'shared' or capacity = 1),
  check ((status = 'resting') = (resting_until is not null))
);
create index sandbox_hosts_resting on sandbox_hosts (resting_until) where status = 'resting';
