-- The recurring duties of server/schedules.ts: which is running, how its last run ended, and when it is due.
create table schedules (
  name text primary key check (char_length(name) <= 60),
  period_ms bigint not null check (period_ms > 0),
  -- How long after the start of each period it runs; periods are aligned to the UTC clock.
  offset_ms bigint not null check (offset_ms >= 0 and offset_ms < period_ms),
  created_at timestamptz not null default clock_timestamp(),
  -- The run in progress; null: none.
  run_id uuid,
  -- Grows each second while a run is in progress. When it stands still, the process that had the run is gone.
  beat bigint not null default 0,
  -- Of the last run, which may be in progress.
  started_at timestamptz,
  -- Of the last run that ended.
  ended_at timestamptz,
  duration_ms int check (duration_ms >= 0),
  -- In a row.
  failures int not null default 0 check (failures >= 0),
  problem text check (char_length(problem) <= 500),
  -- When it runs again before its next period, because the last run failed or was interrupted.
  retry_at timestamptz,
  constraint schedules_problem check ((failures = 0) = (problem is null))
);
-- The one job that did all this before: whoever paused it paused everything.
update queue_pauses set queue = 'schedules' where queue = 'tidy';
