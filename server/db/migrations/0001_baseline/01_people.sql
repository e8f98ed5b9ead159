create extension if not exists pg_trgm;

-- People are identified by directory object ID within an issuer and tenant, never by email address, which can be given to another person.
create table people (
  id uuid primary key,
  issuer text not null,
  tenant_id uuid not null,
  display_name text not null check (length(display_name) between 1 and 256),
  email text check (length(email) <= 320),
  user_principal_name text check (length(user_principal_name) <= 320),
  department text,
  job_title text,
  manager_id uuid,
  active boolean not null default true,
  directory_checked_at timestamptz,
  signed_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A human can have several directory accounts, which share an employee number.
  employee_id text check (length(employee_id) between 1 and 64),
  -- App roles in the last identity token, to find administrators to notify. Permissions come from the caller's own token.
  roles text[] not null default '{}',
  -- Access tokens issued earlier are rejected, so that ending a person's sessions ends these too.
  tokens_from timestamptz,
  -- When this person's roles were last read at sign-in. The cursor `appRoles` has the time for all people.
  roles_at timestamptz,
  unique (issuer, tenant_id, id)
);
create index people_email on people (lower(email));
create index people_user_principal_name on people (lower(user_principal_name));
create index people_search on people using gin ((lower(display_name || ' ' || coalesce(email, ''))) gin_trgm_ops);
create index people_inactive on people (id) where not active;
create index people_manager on people (manager_id) where manager_id is not null;
create index people_employee on people (employee_id) where employee_id is not null;
create index people_roles on people using gin (roles) where roles <> '{}';
create index people_listed on people (lower(display_name), id);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references people,
  roles text[] not null default '{}',
  access_token text,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  strong_at timestamptz
);
create index sessions_person on sessions (person_id) where ended_at is null;
create index sessions_expires on sessions (expires_at);

create table sign_ins (
  state text primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamptz not null default now(),
  -- A step-up sign-in must return the same person.
  step_up_for uuid references people
);

create table directory_groups (
  id uuid primary key,
  display_name text not null,
  checked_at timestamptz,
  -- Members of this group own accounts that would otherwise have no owner.
  fallback_owners boolean not null default false
);
create unique index directory_groups_fallback_owners on directory_groups (fallback_owners) where fallback_owners;

create table directory_group_members (
  group_id uuid not null references directory_groups on delete cascade,
  person_id uuid not null references people,
  primary key (group_id, person_id)
);
create index directory_group_members_person on directory_group_members (person_id);

create table directory_cursors (
  name text primary key,
  link text not null,
  updated_at timestamptz not null default now()
);

-- Access for a former department can be wrong in a new one, so reviews show moves.
create table department_transfers (
  person_id uuid not null references people on delete cascade,
  at timestamptz not null,
  former_department text not null,
  primary key (person_id, at)
);
