-- The epoch fences off a worker that lost its run to another.
create table work_runs (
  id uuid primary key,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  input jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  epoch int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Name and reference of the subject when the run was created; lists search by them.
  name text,
  reference text,
  person_id uuid references people,
  account_id uuid references accounts,
  search_text text not null generated always as (lower(coalesce(name, '') || ' ' || coalesce(reference, ''))) stored,
  -- Current step, with the time and cause of its failure.
  at_step text,
  stuck_since timestamptz,
  cause_service text,
  cause_code text,
  cause_text text,
  cancelled_by uuid references people,
  cancelled_at timestamptz,
  cancel_reason text,
  undoes uuid references work_runs on delete cascade,
  trace text check (length(trace) <= 60),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check ((cancelled_at is null) = (cancel_reason is null))
);
create unique index work_runs_one_per_subject on work_runs (kind, subject_id);
create index work_runs_subject on work_runs (subject_kind, subject_id);
create index work_runs_unfinished on work_runs (updated_at) where status in ('queued', 'running', 'waiting', 'failed');
create index work_runs_search on work_runs using gin (search_text gin_trgm_ops);
create index work_runs_updated on work_runs (updated_at desc, id desc);
create index work_runs_created on work_runs (created_at desc, id desc);
create index work_runs_stuck on work_runs (stuck_since, id) where stuck_since is not null and status in ('queued', 'running', 'waiting', 'failed');
create index work_runs_account on work_runs (account_id, updated_at desc, id desc) where account_id is not null;
create index work_runs_person on work_runs (person_id, updated_at desc, id desc) where person_id is not null;
create index work_runs_undoes on work_runs (undoes) where undoes is not null;
create index work_runs_cancelled on work_runs (cancelled_at desc, id) where status = 'cancelled';

create table work_steps (
  run_id uuid not null references work_runs on delete cascade,
  position int not null,
  name text not null,
  title text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped')),
  attempts int not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  next_attempt_at timestamptz,
  checkpoint jsonb not null default '{}',
  output jsonb,
  error jsonb,
  note text,
  skipped_by uuid references people,
  skip_reason text,
  primary key (run_id, position),
  unique (run_id, name)
);

create table pull_requests (
  run_id uuid not null references work_runs on delete cascade,
  branch text not null,
  step text not null,
  number int not null check (number > 0),
  url text not null,
  title text not null,
  head_sha text not null,
  state text not null check (state in ('open', 'merged', 'closed')),
  conflicts boolean not null default false,
  checks_state text not null check (checks_state in ('pending', 'success', 'failure')),
  checks jsonb not null default '[]',
  merge_sha text,
  opened_at timestamptz not null,
  scanned_at timestamptz not null,
  -- Order to merge exactly this head.
  ordered_sha text,
  ordered_by text,
  ordered_at timestamptz,
  primary key (run_id, branch),
  check ((ordered_sha is null) = (ordered_at is null) and (ordered_sha is null) = (ordered_by is null))
);
create index pull_requests_unmerged on pull_requests (opened_at desc, number desc) where state <> 'merged';
create index pull_requests_number on pull_requests (number, opened_at desc);

-- Recurring schedules of server/schedules.ts: current run, last result and next time.
create table schedules (
  name text primary key check (char_length(name) <= 60),
  period_ms bigint not null check (period_ms > 0),
  -- Delay after the start of each period; periods are aligned to UTC.
  offset_ms bigint not null check (offset_ms >= 0 and offset_ms < period_ms),
  created_at timestamptz not null default clock_timestamp(),
  run_id uuid,
  -- Increases each second during a run. If it stops, the process of the run has ended.
  beat bigint not null default 0,
  -- Start of the last run, which can be in progress.
  started_at timestamptz,
  ended_at timestamptz,
  duration_ms int check (duration_ms >= 0),
  failures int not null default 0 check (failures >= 0),
  problem text check (char_length(problem) <= 500),
  -- Set if the last run failed or was interrupted: when it runs again before its next period.
  retry_at timestamptz,
  constraint schedules_problem check ((failures = 0) = (problem is null))
);

-- Jobs of a paused queue are held until a person resumes it.
create table queue_pauses (
  queue text primary key check (char_length(queue) <= 60),
  reason text not null check (char_length(reason) between 1 and 500),
  paused_by uuid not null references people,
  paused_at timestamptz not null
);
