-- expand: processes that don't know these tables don't use them. After a restore, triggers keep them from starting work, too.

-- A restore of the whole database. Until an administrator accepts the report on it, nothing changes anything outside.
create table database_restores (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'pointInTime')),
  -- Time of the restored data. Whatever happened later is missing.
  data_at timestamptz not null,
  restored_at timestamptz not null default now(),
  -- Name of the operator's account on the machine of the command.
  restored_by text not null check (char_length(restored_by) between 1 and 200),
  closed_at timestamptz,
  -- Null in a closed restore that a later one replaced.
  accepted_by uuid references people,
  accepted_report uuid,
  comment text check (char_length(comment) between 10 and 500),
  check (num_nonnulls(accepted_by, accepted_report, comment) in (0, 3)),
  check (accepted_by is null or closed_at is not null)
);
create index database_restores_open on database_restores (restored_at) where closed_at is null;

-- Comparisons of the restored data with what exists outside.
create table restore_reports (
  id uuid primary key,
  restore_id uuid not null references database_restores,
  number int not null check (number > 0),
  -- Null for the first report, which Slipway requests itself.
  requested_by uuid references people,
  requested_at timestamptz not null default now(),
  ended_at timestamptz,
  -- [{kind, side, id, name, detail}], a limited number.
  differences jsonb not null default '[]' check (jsonb_typeof(differences) = 'array'),
  total int not null default 0 check (total >= 0),
  -- Services that could not be compared: [{kind, message}].
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  unique (restore_id, number)
);
create unique index restore_reports_one_open on restore_reports (restore_id) where ended_at is null;
alter table database_restores add foreign key (accepted_report) references restore_reports;
