-- What administrators set while Slipway runs, and who changed what when.
create table settings (
  name text primary key check (length(name) <= 40),
  value jsonb not null,
  version int not null default 1,
  updated_by uuid not null references people,
  updated_at timestamptz not null default now()
);
create table setting_changes (
  id uuid primary key,
  name text not null references settings on delete cascade,
  before jsonb,
  after jsonb not null,
  reason text not null default '' check (length(reason) <= 300),
  changed_by uuid not null references people,
  at timestamptz not null default now()
);
create index setting_changes_name on setting_changes (name, at desc, id desc);
create trigger setting_changes_append_only before update or delete on setting_changes for each row execute function append_only();

-- Access tokens that were issued earlier are not taken any more: ending somebody's sessions ends these too.
alter table people add column tokens_from timestamptz;
-- Trace of the call that began it.
alter table work_runs add column trace text check (length(trace) <= 60);
create index people_listed on people (lower(display_name), id);
