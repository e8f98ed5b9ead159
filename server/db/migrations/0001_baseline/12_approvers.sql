-- Somebody who is away lets another person decide: one level only, and never on requests of that person.
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
  -- A delegate can only end a delegation. The person who is away changes it, or an administrator who is neither of the two.
  changed_by uuid references people,
  check (person_id <> delegate_id),
  check (ends_at is null or ends_at > starts_at)
);
create unique index delegations_one_live on delegations (person_id) where status = 'live';
create index delegations_delegate on delegations (delegate_id) where status = 'live';
create index delegations_person on delegations (person_id, starts_at desc);
create index delegations_due on delegations (starts_at, ends_at) where status <> 'ended';

-- One decision that a person reassigned: the receiver can use their seat in this stage too, until it is revoked.
create table passed_decisions (
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
create unique index passed_decisions_one on passed_decisions (approval_id, stage, person_id) where ended_at is null;
-- A receiver with two seats could use only one of them, and a vote would be lost.
create unique index passed_decisions_one_seat on passed_decisions (approval_id, stage, receiver_id) where ended_at is null;
create index passed_decisions_receiver on passed_decisions (receiver_id) where ended_at is null;

-- What automatic replies of people say about when they are away, never their text. Read for people who are asked to decide.
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

-- One row while the directory refuses to let Slipway read automatic replies.
create table calendar_refusals (
  id boolean primary key default true check (id),
  refused_at timestamptz not null
);
