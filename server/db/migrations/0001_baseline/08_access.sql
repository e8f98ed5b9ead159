create table access_groups (
  id uuid primary key,
  account_id uuid references accounts,
  directory_group_id uuid,
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  description text not null default '',
  -- [{roleDefinitionId, roleName, scope}].
  roles jsonb not null default '[]' check (jsonb_typeof(roles) = 'array'),
  assignment text not null check (assignment in ('active', 'eligible')),
  requestable boolean not null default true,
  max_duration_hours int check (max_duration_hours between 1 and 8760),
  status text not null check (status in ('creating', 'ready', 'failed', 'deleting', 'deleted')),
  created_by uuid references people,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Written by `access_group_found_by`: in lower case, a space before each word. Words of the names of the group and its account, separate
  -- and joined, come first; related words follow after a bar.
  find_text text not null default '',
  abilities text[] not null default '{}',
  lets text[] not null default '{}',
  breadth int not null default 0,
  sandbox_id uuid references sandboxes,
  check (status not in ('ready') or directory_group_id is not null),
  check (num_nonnulls(account_id, sandbox_id) = 1)
);
create unique index access_groups_live_name on access_groups (name) where status <> 'deleted';
create unique index access_groups_directory on access_groups (directory_group_id) where directory_group_id is not null;
create index access_groups_account on access_groups (account_id, name) where status <> 'deleted';
create index access_groups_roles on access_groups using gin (roles jsonb_path_ops);
create index access_groups_find on access_groups using gin (find_text gin_trgm_ops) where status <> 'deleted';
create index access_groups_abilities on access_groups using gin (abilities) where status <> 'deleted';
create index access_groups_by_name on access_groups (name, id) where status <> 'deleted';
create index access_groups_by_breadth on access_groups (breadth, id) where status <> 'deleted';
create index access_groups_by_created on access_groups (created_at, id) where status <> 'deleted';
create index access_groups_by_updated on access_groups (updated_at, id) where status <> 'deleted';
create index access_groups_names on access_groups using gin (name gin_trgm_ops);
create index access_groups_sandbox on access_groups (sandbox_id, name) where sandbox_id is not null and status <> 'deleted';
create index access_groups_sandbox_names on access_groups (name, id) where sandbox_id is not null and status <> 'deleted';
create index access_groups_sandbox_find on access_groups using gin (name gin_trgm_ops) where sandbox_id is not null and status <> 'deleted';

-- Actions that the roles of groups allow, as Azure defines them; read within a minute of a role's first use, then daily.
create table role_abilities (
  role_definition_id text primary key,
  role_name text not null,
  -- A scope at which Azure can return the role.
  scope text not null,
  abilities text[] not null default '{}',
  lets text[] not null default '{}',
  -- Breadth of the role: higher means more permissions.
  breadth int not null default 0 check (breadth >= 0),
  learned_at timestamptz,
  -- Whether the role can change access (server/auth/privilegedRoles.ts). Null means unknown, which counts as yes.
  privileged boolean
);
create index role_abilities_learned on role_abilities (learned_at nulls first);

create table access_terms (
  word text primary key check (length(word) <= 60)
);
create index access_terms_near on access_terms using gin (word gin_trgm_ops);

create table access_group_conflicts (
  group_id uuid not null references access_groups,
  other_id uuid not null references access_groups,
  reason text not null check (length(btrim(reason)) between 3 and 400),
  created_by uuid references people,
  created_at timestamptz not null default now(),
  primary key (group_id, other_id),
  constraint access_group_conflicts_pair check (group_id < other_id)
);
create index access_group_conflicts_other on access_group_conflicts (other_id);

create sequence access_request_number;
create table access_requests (
  id uuid primary key,
  reference text not null unique,
  group_id uuid not null references access_groups,
  requester_id uuid not null references people,
  justification text not null check (length(justification) between 10 and 1000),
  -- Null if permanent.
  duration_hours int check (duration_hours between 1 and 8760),
  status text not null check (status in ('pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Conflicts at the time of the request, in Slipway and in the directory: [{groupId, name, reason, holds}].
  conflicts jsonb not null default '[]' check (jsonb_typeof(conflicts) = 'array'),
  -- The group's account or sandbox, which never changes, so that owners' lists need no join.
  account_id uuid references accounts,
  search_text text not null generated always as (lower(reference || ' ' || justification)) stored,
  extends_assignment_id uuid,
  sandbox_id uuid references sandboxes,
  check (num_nonnulls(account_id, sandbox_id) = 1)
);
create unique index access_requests_one_open on access_requests (group_id, requester_id)
  where status in ('pending_approval', 'changes_requested');
create index access_requests_group on access_requests (group_id, created_at desc, id);
create index access_requests_requester on access_requests (requester_id, created_at desc, id);
create index access_requests_search on access_requests using gin (search_text gin_trgm_ops);
create index access_requests_created on access_requests (created_at, id);
create index access_requests_updated on access_requests (updated_at, id);
create index access_requests_status on access_requests (status, created_at, id);
create index access_requests_account on access_requests (account_id, created_at, id);
create index access_requests_pending on access_requests (requester_id, created_at, id)
  where status in ('pending_approval', 'changes_requested');
create index access_requests_sandbox on access_requests (sandbox_id, created_at, id) where sandbox_id is not null;
create index access_requests_sandbox_latest on access_requests (created_at desc, id) where sandbox_id is not null;

-- The reason for a membership. A membership with two assignments ends with the last of them.
create table group_assignments (
  id uuid primary key,
  group_id uuid not null references access_groups,
  person_id uuid not null references people,
  via text not null check (via in ('request', 'admin', 'adopted')),
  request_id uuid references access_requests,
  starts_at timestamptz not null default now(),
  -- Null if permanent.
  ends_at timestamptz,
  status text not null check (status in ('scheduled', 'granting', 'active', 'revoking', 'expired', 'revoked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  -- The person who granted the access without a request, and the reason.
  granted_by uuid references people,
  reason text check (length(reason) <= 1000),
  -- Requested duration, which starts with the membership; null if `ends_at` applies.
  duration_hours int check (duration_hours between 1 and 8760),
  -- Time of the next reminder of the end; null if none remains.
  remind_at timestamptz,
  -- The person who set the end, if any. The holder can move it earlier, never later.
  end_set_by uuid references people,
  -- When revoking started, set by the database. Earlier requests must not restore the access.
  ending_since timestamptz,
  -- An administrator can lift a group's maximum duration for a membership, except for their own.
  maximum_lifted_by uuid references people,
  maximum_lifted_at timestamptz,
  maximum_lifted_because text check (length(maximum_lifted_because) between 1 and 2000),
  check ((via = 'request') = (request_id is not null)),
  check (ends_at is null or ends_at > starts_at),
  constraint maximum_lifted_whole check (num_nonnulls(maximum_lifted_by, maximum_lifted_at, maximum_lifted_because) in (0, 3))
);
create unique index group_assignments_one_per_request on group_assignments (request_id) where request_id is not null;
create index group_assignments_live on group_assignments (group_id, person_id)
  where status in ('scheduled', 'granting', 'active', 'revoking');
create index group_assignments_person on group_assignments (person_id, created_at desc, id);
create index group_assignments_person_live on group_assignments (person_id, id)
  where status in ('scheduled', 'granting', 'active', 'revoking');
create index group_assignments_person_ended on group_assignments (person_id, updated_at desc, id)
  where status in ('expired', 'revoked');
-- Allows one live assignment of each kind per person and group, even with concurrent calls.
create unique index group_assignments_one_live on group_assignments (group_id, person_id, via)
  where status in ('scheduled', 'granting', 'active');
create index group_assignments_due on group_assignments (ends_at) where status in ('granting', 'active') and ends_at is not null;
create index group_assignments_scheduled on group_assignments (starts_at) where status = 'scheduled';
create index group_assignments_remind on group_assignments (remind_at) where status = 'active' and remind_at is not null;
create index group_assignments_group_moved on group_assignments (group_id, updated_at);
create index group_assignments_ending on group_assignments (group_id, person_id, ending_since) where ending_since is not null;
alter table access_requests add foreign key (extends_assignment_id) references group_assignments;

-- Role eligibilities that Slipway requested. Azure limits most of them to a year, so each is renewed before its end while its purpose
-- exists.
create table role_eligibilities (
  id uuid primary key,
  account_id uuid references accounts,
  sandbox_id uuid references sandboxes,
  scope text not null check (scope = lower(scope)),
  role_definition_id text not null check (role_definition_id = lower(role_definition_id)),
  -- A group, or a person whose role was restored.
  principal_id uuid not null,
  principal_type text not null check (principal_type in ('User', 'Group', 'ServicePrincipal')),
  ends_at timestamptz,
  renew_at timestamptz check (renew_at <= ends_at),
  -- Latest end for renewals; null while its account or sandbox and its group exist.
  wanted_until timestamptz,
  status text not null default 'active' check (status in ('active', 'ended')),
  -- Name of the latest renewal in Azure, and subject of its run.
  renewal_id uuid unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(account_id, sandbox_id) = 1),
  check ((ends_at is null) = (renew_at is null)),
  unique (scope, role_definition_id, principal_id)
);
create index role_eligibilities_due on role_eligibilities (renew_at) where status = 'active';
create index role_eligibilities_principal on role_eligibilities (principal_id) where status = 'active';
create index role_eligibilities_account on role_eligibilities (account_id) where status = 'active';
