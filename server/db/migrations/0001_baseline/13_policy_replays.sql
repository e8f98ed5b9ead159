-- Simulated results of a policy draft for past requests: one replay per version.
create table policy_replays (
  id uuid primary key,
  policy_id uuid not null,
  policy_version int not null,
  subject_kind text not null,
  days int not null check (days between 1 and 365),
  -- The draft's rules at the start of the replay; later edits don't matter.
  rules jsonb not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  status text not null default 'running' check (status in ('running', 'done')),
  total int not null,
  looked int not null default 0,
  -- Requests from before facts were recorded.
  unrecorded int not null default 0,
  -- Counts by outcome before and after, such as "asked>approvedAtOnce".
  flows jsonb not null default '{}',
  waits jsonb,
  after_at timestamptz,
  after_id uuid,
  started_by uuid not null references people,
  started_at timestamptz not null,
  finished_at timestamptz,
  foreign key (policy_id, policy_version) references approval_policies (id, version) on delete cascade,
  constraint policy_replays_one unique (policy_id, policy_version),
  check ((status = 'done') = (finished_at is not null))
);

create table policy_replay_changes (
  replay_id uuid not null references policy_replays on delete cascade,
  approval_id uuid not null references approvals on delete cascade,
  change text not null check (change in ('approvedAtOnce', 'rejectedAtOnce', 'nobodyDecides', 'askedFirst', 'moreStages', 'fewerStages', 'otherPeople', 'otherTimes')),
  -- Severity; the highest is listed first.
  odd int not null check (odd between 0 and 3),
  was jsonb not null,
  would jsonb not null,
  -- Hours; null if unknown.
  wait_before double precision,
  wait_after double precision,
  notifications_before int not null,
  notifications_after int not null,
  requested_at timestamptz not null,
  primary key (replay_id, approval_id)
);
create index policy_replay_changes_order on policy_replay_changes (replay_id, odd desc, requested_at desc, approval_id desc);
create index policy_replay_changes_kind on policy_replay_changes (replay_id, change, odd desc, requested_at desc, approval_id desc);
create index policy_replay_changes_approval on policy_replay_changes (approval_id);

create table policy_replay_people (
  replay_id uuid not null references policy_replays on delete cascade,
  person_id uuid not null references people,
  notifications_before int not null,
  notifications_after int not null,
  primary key (replay_id, person_id)
);
create index policy_replay_people_by_count on policy_replay_people (replay_id, greatest(notifications_before, notifications_after) desc);
