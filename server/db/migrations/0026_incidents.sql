-- Incidents raised through Slipway. The row is the promise: it stands before ServiceNow is asked, and its id is how ServiceNow tells it from others.
create table incidents (
  id uuid primary key,
  account_id uuid not null references accounts,
  raised_by uuid not null references people,
  title text not null check (char_length(title) between 5 and 160),
  description text not null check (char_length(description) between 1 and 4000),
  impact int not null check (impact between 1 and 3),
  urgency int not null check (urgency between 1 and 3),
  -- What it is about and who is to deal with it, by ServiceNow's ids; the names as ServiceNow had them when it was opened.
  item_id text check (item_id ~ '^[0-9a-f]{32}$'),
  item_name text check (char_length(item_name) <= 300),
  group_id text check (group_id ~ '^[0-9a-f]{32}$'),
  group_name text check (char_length(group_name) <= 300),
  status text not null default 'sending'
    check (status in ('sending', 'failed', 'new', 'inProgress', 'onHold', 'resolved', 'closed', 'cancelled', 'gone')),
  -- Why it could not be opened, or what was left out.
  note text check (char_length(note) <= 1000),
  number text check (number ~ '^[A-Za-z]{2,8}[0-9]{3,20}$'),
  sys_id text check (char_length(sys_id) between 1 and 32),
  priority int check (priority between 1 and 5),
  opened_at timestamptz,
  -- When ServiceNow was last asked how it stands.
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((number is null) = (sys_id is null) and (number is null) = (opened_at is null)),
  check ((status in ('sending', 'failed')) = (number is null))
);
create unique index incidents_sys_id on incidents (sys_id) where sys_id is not null;
create index incidents_account on incidents (account_id, created_at desc, id desc);
create index incidents_raised on incidents (raised_by, account_id, created_at desc, id desc);
create index incidents_followed on incidents (checked_at) where status in ('new', 'inProgress', 'onHold', 'resolved');
create index incidents_gone on incidents (checked_at) where status = 'gone';
