-- Pull requests that carry the changes of a run, as the run last saw them.
create table pull_requests (
  run_id uuid not null references work_runs on delete cascade,
  branch text not null,
  -- The step of the run that waits for it.
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
  looked_at timestamptz not null,
  -- Somebody's word that it be merged: at this head and at no other.
  ordered_sha text,
  ordered_by text,
  ordered_at timestamptz,
  primary key (run_id, branch),
  check ((ordered_sha is null) = (ordered_at is null) and (ordered_sha is null) = (ordered_by is null))
);
create index pull_requests_unmerged on pull_requests (opened_at desc, number desc) where state <> 'merged';
create index pull_requests_number on pull_requests (number, opened_at desc);
