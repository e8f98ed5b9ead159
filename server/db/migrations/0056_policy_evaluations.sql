-- Policy evaluations that people asked Azure for. Each is carried out by a run, which continues where it stopped.
create table policy_evaluations (
  id uuid primary key,
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  -- Why Azure did not start it: {code, message}.
  error jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (error is null or ended_at is not null)
);
create index policy_evaluations_account on policy_evaluations (account_id);

-- Rows are kept for some months after they ended.
create index policy_evaluations_ended on policy_evaluations (ended_at) where ended_at is not null;
create index tag_changes_ended on tag_changes (ended_at) where ended_at is not null;
