-- expand: processes that don't know this table don't use it.

-- The last report on the installation. It is compared with the next one, and has no secrets.
create table doctor_report (
  -- There is one report.
  id int primary key check (id = 1),
  checked_at timestamptz not null,
  -- Null for the daily check.
  run_by uuid references people,
  previous_at timestamptz,
  -- [{id, category, status, title, scope, detail, without, command, steps}].
  checks jsonb not null check (jsonb_typeof(checks) = 'array'),
  -- Failed checks with the time of the first report of each: [{id, category, title, since}].
  failures jsonb not null check (jsonb_typeof(failures) = 'array'),
  -- Checks that failed in the previous report and no longer do, in the same form.
  resolved jsonb not null check (jsonb_typeof(resolved) = 'array'),
  check (previous_at < checked_at)
);
