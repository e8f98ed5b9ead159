-- How a membership was given, when it is to be said that it ends, and requests that lengthen one.

alter table group_assignments
  add column version int not null default 1,
  -- Who gave it, where no request did; and why.
  add column granted_by uuid references people,
  add column reason text check (length(reason) <= 1000),
  -- The time asked for, which counts from when the person is in; null: `ends_at` stands as it is.
  add column duration_hours int check (duration_hours between 1 and 8760),
  -- When the person is next told that it ends; null: not any more.
  add column remind_at timestamptz;

alter table access_requests add column extends_assignment_id uuid references group_assignments;

-- Granted before durations were kept with the grant.
update group_assignments a set duration_hours = r.duration_hours
from access_requests r where r.id = a.request_id and a.status = 'granting';
update group_assignments set remind_at = case when ends_at > now() + interval '14 days' then ends_at - interval '14 days' else ends_at - interval '1 day' end
where status = 'active' and ends_at > now() + interval '1 day';

-- One live grant of each kind for a person in a group, however many ask at once.
create unique index group_assignments_one_live on group_assignments (group_id, person_id, via)
  where status in ('scheduled', 'granting', 'active');
-- A grant whose time runs out before it could be made is not made.
drop index group_assignments_due;
create index group_assignments_due on group_assignments (ends_at) where status in ('granting', 'active') and ends_at is not null;
create index group_assignments_scheduled on group_assignments (starts_at) where status = 'scheduled';
create index group_assignments_remind on group_assignments (remind_at) where status = 'active' and remind_at is not null;
create index people_inactive on people (id) where not active;

create or replace function group_assignment_move() returns trigger language plpgsql as $$
begin
  if new.group_id <> old.group_id or new.person_id <> old.person_id or new.request_id is distinct from old.request_id
    or new.via <> old.via or new.granted_by is distinct from old.granted_by then
    raise exception 'an assignment keeps its group, person and origin' using errcode = '23514', constraint = 'group_assignment_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'scheduled>granting', 'scheduled>revoked', 'granting>active', 'granting>revoking', 'active>revoking',
    'revoking>expired', 'revoking>revoked']) then
    raise exception 'an assignment cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'group_assignment_moves';
  end if;
  -- What a person would be shown differently; that they were reminded is not.
  if (new.status, new.starts_at, new.ends_at) is distinct from (old.status, old.starts_at, old.ends_at) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
