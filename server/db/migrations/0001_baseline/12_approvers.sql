-- Approvals that another person decides during an absence: one level only, and never the delegate's own requests.
create table delegations (
  id uuid primary key,
  person_id uuid not null references people,
  delegate_id uuid not null references people,
  starts_at timestamptz not null,
  ends_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  status text not null check (status in ('scheduled', 'live', 'ended')),
  created_by uuid not null references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Delegates can only end a delegation. The absent person, or an administrator other than the two, can change it.
  changed_by uuid references people,
  check (person_id <> delegate_id),
  check (ends_at is null or ends_at > starts_at)
);
create unique index delegations_one_live on delegations (person_id) where status = 'live';
create index delegations_delegate on delegations (delegate_id) where status = 'live';
create index delegations_person on delegations (person_id, starts_at desc);
create index delegations_due on delegations (starts_at, ends_at) where status <> 'ended';

-- A reassigned decision: the receiver can also use the person's seat in this stage, until it is revoked.
create table approval_reassignments (
  id uuid primary key,
  approval_id uuid not null references approvals on delete cascade,
  stage int not null,
  person_id uuid not null references people,
  receiver_id uuid not null references people,
  comment text not null check (length(comment) <= 1000),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by uuid references people,
  check (person_id <> receiver_id)
);
create unique index passed_decisions_one on approval_reassignments (approval_id, stage, person_id) where ended_at is null;
-- A receiver with two seats could use only one, and a vote would be lost.
create unique index passed_decisions_one_seat on approval_reassignments (approval_id, stage, receiver_id) where ended_at is null;
create index passed_decisions_receiver on approval_reassignments (receiver_id) where ended_at is null;

-- Absences according to automatic replies, never their text; read for approvers of pending stages.
create table calendars (
  person_id uuid primary key references people on delete cascade,
  wanted_at timestamptz not null,
  due_at timestamptz not null,
  checked_at timestamptz,
  away boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz
);
create index calendars_due on calendars (due_at);

create table calendar_refusals (
  id boolean primary key default true check (id),
  refused_at timestamptz not null
);
