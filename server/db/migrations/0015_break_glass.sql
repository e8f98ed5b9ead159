-- How strongly somebody signed in, and the way in for emergencies: who may take which role where, and what became of each time it was used.

-- When the person last proved who they are by more than a password; null: not in this session.
alter table sessions add column strong_at timestamptz;
-- A sign-in that confirms somebody who is signed in already must come back as the same person.
alter table sign_ins add column step_up_for uuid references people;

create table emergency_profiles (
  id uuid primary key,
  name text not null check (length(name) between 2 and 64),
  description text not null default '' check (length(description) <= 500),
  -- Who is on call: members of this group of the directory, and nobody else.
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
  -- As the profile had it then.
  role_definition_id uuid not null,
  role_name text not null,
  reason text not null check (length(reason) between 20 and 1000),
  minutes int not null check (minutes between 15 and 240),
  -- The name under which Azure is asked: made before the first try, so that a lost answer gives nothing twice.
  assignment_name uuid not null unique,
  incident_number text check (incident_number ~ '^[A-Z]{2,8}[0-9]{3,20}$'),
  incident_id text,
  -- Slipway closes only what it opened.
  incident_opened boolean not null default false,
  status text not null check (status in ('opening', 'active', 'ending', 'ended', 'afterword', 'closing', 'closed', 'failed')),
  failure text,
  starts_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references people,
  afterword text check (length(afterword) between 50 and 4000),
  afterword_at timestamptz,
  afterword_due_at timestamptz,
  -- Lets the person use the way in again although the afterword is overdue.
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
  check (status not in ('ended', 'afterword', 'closing', 'closed') or ended_at is not null),
  check (status not in ('afterword', 'closing', 'closed') or (afterword is not null and afterword_at is not null)),
  check (status not in ('closing', 'closed') or reviewer_id is not null)
);
create unique index emergency_accesses_one_open on emergency_accesses (account_id, person_id)
  where status in ('opening', 'active', 'ending');
create index emergency_accesses_account on emergency_accesses (account_id, created_at desc, id);
create index emergency_accesses_person on emergency_accesses (person_id, created_at desc, id);
create index emergency_accesses_newest on emergency_accesses (created_at desc, id);
create index emergency_accesses_due on emergency_accesses (ends_at) where status = 'active';
create index emergency_accesses_unwritten on emergency_accesses (afterword_due_at) where status = 'ended';

create function emergency_access_move() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or new.person_id <> old.person_id or new.assignment_name <> old.assignment_name then
    raise exception 'emergency access keeps its account and person' using errcode = '23514', constraint = 'emergency_access_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'opening>active', 'opening>failed', 'active>ending', 'ending>ended', 'ended>afterword', 'afterword>ended', 'afterword>closing',
    'closing>closed']) then
    raise exception 'emergency access cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'emergency_access_moves';
  end if;
  return new;
end $$;
create trigger emergency_accesses_move before update on emergency_accesses for each row execute function emergency_access_move();
