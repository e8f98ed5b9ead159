-- Stages that nobody who is there can decide on: looked for once an hour, and administrators are asked once to name somebody.
alter table approval_stages
  add column cover_checked_at timestamptz,
  add column cover_asked_at timestamptz;
create index approval_stages_cover on approval_stages (cover_checked_at nulls first) where status = 'open';
