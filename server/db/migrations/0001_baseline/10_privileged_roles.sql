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
  -- Limit of the role's policy at the time of the request.
  max_minutes int not null,
  status text not null check (status in ('pending_approval', 'sending', 'scheduled', 'active', 'ending',
    'ended', 'deactivated', 'cancelled', 'denied', 'expired', 'failed')),
  -- Null if as soon as possible. Azure's start replaces it once Azure has the activation.
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

-- Requests to Azure. The ID is the request's name there and exists before the first attempt, so that a retry can't create a second request.
create table pim_orders (
  id uuid primary key,
  activation_id uuid not null references pim_activations,
  kind text not null check (kind in ('assign', 'extend', 'remove')),
  justification text not null,
  ends_at timestamptz,
  -- Azure accepts no earlier deactivation.
  not_before timestamptz,
  status text not null check (status in ('asked', 'waiting', 'open', 'done', 'refused')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'extend') = (ends_at is not null)),
  check (status <> 'waiting' or not_before is not null)
);
create unique index pim_orders_one_open on pim_orders (activation_id) where status in ('waiting', 'open');
create index pim_orders_waiting on pim_orders (not_before) where status = 'waiting';
create index pim_orders_activation on pim_orders (activation_id);
create unique index pim_orders_one_asked on pim_orders (activation_id) where status = 'asked';

create table emergency_profiles (
  id uuid primary key,
  name text not null check (length(name) between 2 and 64),
  description text not null default '' check (length(description) <= 500),
  -- The members of this directory group, and only they, are on call.
  directory_group_id uuid not null references directory_groups,
  role_definition_id uuid not null,
  role_name text not null,
  scope text not null check (scope in ('account', 'tower', 'environment')),
  account_id uuid references accounts,
  tower_id uuid references towers,
  environment text check (environment in ('production', 'preproduction', 'test', 'development')),
  max_minutes int not null check (max_minutes between 15 and 240),
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(account_id, tower_id, environment) = 1),
  check ((scope = 'account') = (account_id is not null) and (scope = 'tower') = (tower_id is not null))
);
create unique index emergency_profiles_name on emergency_profiles (lower(name));
create index emergency_profiles_account on emergency_profiles (account_id) where account_id is not null;
create index emergency_profiles_tower on emergency_profiles (tower_id) where tower_id is not null;
create index emergency_profiles_environment on emergency_profiles (environment) where environment is not null;

create sequence emergency_access_number;
create table emergency_accesses (
  id uuid primary key,
  reference text not null unique,
  profile_id uuid not null references emergency_profiles,
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  -- Copied from the profile at the time of use.
  role_definition_id uuid not null,
  role_name text not null,
  reason text not null check (length(reason) between 20 and 1000),
  minutes int not null check (minutes between 15 and 240),
  -- Name of the request in Azure, set before the first attempt, so that a retry after a lost response grants nothing twice.
  assignment_name uuid not null unique,
  incident_number text check (incident_number ~ '^[A-Z]{2,8}[0-9]{3,20}$'),
  incident_id text,
  incident_opened boolean not null default false,
  status text not null check (status in ('opening', 'active', 'ending', 'ended', 'report', 'closing', 'closed', 'failed')),
  failure text,
  starts_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references people,
  report text check (length(report) between 50 and 4000),
  report_submitted_at timestamptz,
  report_due_at timestamptz,
  -- Unblocks the person despite an overdue report.
  lifted_by uuid references people,
  lifted_at timestamptz,
  reviewer_id uuid references people,
  review_comment text check (length(review_comment) <= 1000),
  reviewed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (reviewer_id is null or reviewer_id <> person_id),
  check (lifted_by is null or lifted_by <> person_id),
  check (status not in ('active', 'ending') or (starts_at is not null and ends_at > starts_at)),
  check (status not in ('ended', 'report', 'closing', 'closed') or ended_at is not null),
  check (status not in ('report', 'closing', 'closed') or (report is not null and report_submitted_at is not null)),
  check (status not in ('closing', 'closed') or reviewer_id is not null)
);
create unique index emergency_accesses_one_open on emergency_accesses (account_id, person_id)
  where status in ('opening', 'active', 'ending');
create index emergency_accesses_account on emergency_accesses (account_id, created_at desc, id);
create index emergency_accesses_person on emergency_accesses (person_id, created_at desc, id);
create index emergency_accesses_newest on emergency_accesses (created_at desc, id);
create index emergency_accesses_due on emergency_accesses (ends_at) where status = 'active';
create index emergency_accesses_unwritten on emergency_accesses (report_due_at) where status = 'ended';
