create sequence account_update_number;
create table account_updates (
  id uuid primary key,
  reference text not null unique,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('catalogue', 'details', 'decommission')),
  change jsonb not null,
  reason text not null default '',
  requester_id uuid not null references people,
  status text not null check (status in ('pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_updates_account on account_updates (account_id, created_at desc, id desc);
create index account_updates_account_kind on account_updates (account_id, kind, created_at desc, id desc);
create index account_updates_open on account_updates (account_id, created_at, id) where status in ('pending_approval', 'changes_requested');
-- Only one change of these kinds can be open, because two would be approved against different states of the account.
create unique index account_updates_one_open on account_updates (account_id, kind)
  where status in ('pending_approval', 'changes_requested') and kind in ('catalogue', 'decommission');

-- Data of a decommission that an undo needs until the resources are removed, and a restore needs for 90 days after that.
create table account_decommissions (
  update_id uuid primary key references account_updates,
  account_id uuid not null references accounts,
  phase text not null check (phase in ('grace', 'removing', 'gone', 'undoing', 'undone', 'restoring', 'restored', 'over')),
  -- Roles that people had before access was removed; only this row has them for a restore.
  access jsonb not null default '{"assignments": [], "eligibilities": []}',
  files jsonb not null default '[]',
  started_at timestamptz not null default now(),
  grace_ends_at timestamptz not null,
  cancelled_at timestamptz,
  restorable_until timestamptz,
  ended_at timestamptz,
  ended_by uuid references people,
  check ((phase in ('gone', 'restoring', 'restored', 'over')) = (restorable_until is not null))
);
create unique index account_retirements_live on account_decommissions (account_id)
  where phase in ('grace', 'removing', 'gone', 'undoing', 'restoring');
create index account_retirements_account on account_decommissions (account_id, started_at desc);
create index account_retirements_restorable on account_decommissions (restorable_until) where phase = 'gone';

create table tag_changes (
  id uuid primary key,
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  operation text not null check (operation in ('merge', 'replace', 'delete')),
  tags jsonb not null,
  resource_ids text[] not null check (cardinality(resource_ids) between 1 and 100),
  -- Per resource, in the order of `resource_ids`: {resourceId, ok, unchanged, before, tags, error}.
  results jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((results is null) = (ended_at is null))
);
create index tag_changes_account on tag_changes (account_id, created_at desc);
create index tag_changes_ended on tag_changes (ended_at) where ended_at is not null;

create table policy_evaluations (
  id uuid primary key,
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  -- Azure's error if it did not start: {code, message}.
  error jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (error is null or ended_at is not null)
);
create index policy_evaluations_account on policy_evaluations (account_id);
create index policy_evaluations_ended on policy_evaluations (ended_at) where ended_at is not null;

-- `left`: too few valid owners remain. `moved`: an owner changed departments, which only proposes a successor.
create table ownership_gaps (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  person_id uuid not null references people,
  reason text not null check (reason in ('left', 'moved')),
  former_department text,
  opened_at timestamptz not null default now(),
  requested_at timestamptz,
  resolved_at timestamptz,
  outcome text check (outcome in ('accepted', 'replaced', 'returned', 'familyOwner', 'towerLead', 'fallbackGroup', 'kept', 'ended')),
  successor_id uuid references people,
  synced_at timestamptz,
  check ((resolved_at is null) = (outcome is null))
);
create unique index ownership_gaps_one_open on ownership_gaps (account_id, person_id) where resolved_at is null;
create unique index ownership_gaps_one_left on ownership_gaps (account_id) where resolved_at is null and reason = 'left';
create index ownership_gaps_waiting on ownership_gaps (opened_at, id) where resolved_at is null;
create index ownership_gaps_untold on ownership_gaps (resolved_at) where resolved_at is not null and synced_at is null;

create table ownership_proposals (
  gap_id uuid not null references ownership_gaps on delete cascade,
  person_id uuid not null references people,
  rank int not null,
  reason text not null,
  proposed_by uuid references people,
  status text not null default 'proposed' check (status in ('proposed', 'accepted', 'declined')),
  requested_at timestamptz,
  answered_at timestamptz,
  primary key (gap_id, person_id)
);
create index ownership_proposals_person on ownership_proposals (person_id, gap_id) where status = 'proposed';
