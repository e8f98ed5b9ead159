create table audit_events (
  id uuid primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  credential text not null,
  operation text not null,
  subject_kind text,
  subject_id text,
  before jsonb,
  after jsonb,
  outcome text not null check (outcome in ('allowed', 'denied', 'failed')),
  reason text,
  request_id text not null,
  -- An event's content has three parts, each with a salt: who did it, what it was about, and what was said and changed. The chain commits
  -- to the salted hashes of the parts, so that a part and its salt can be erased lawfully and the chain still holds.
  who_salt uuid default gen_random_uuid(),
  subject_salt uuid default gen_random_uuid(),
  what_salt uuid default gen_random_uuid()
);
create index audit_events_at on audit_events (at desc, id desc);
create index audit_events_subject on audit_events (subject_id, subject_kind, at desc, id desc);
create index audit_events_actor on audit_events (actor_id, at desc, id desc);
create index audit_events_operation on audit_events (operation, at desc, id desc);
create index audit_events_not_allowed on audit_events (outcome, at desc, id desc) where outcome <> 'allowed';
create index audit_events_kind on audit_events (subject_kind, at desc, id desc);
create index audit_events_request on audit_events (request_id);
-- Finds what keys did; what people did is found by `actor_id`.
create index audit_events_credential on audit_events (credential, at desc, id desc) where actor_id is null and credential <> 'none';

-- Events that wait for their place in the chain, which one sequencer at a time gives them, so that nobody who writes waits for another.
-- They are numbered as they are written: of two events, where one followed from the other, the earlier comes first.
create table audit_pending (
  number bigint generated always as identity primary key,
  event_id uuid not null
);

create table audit_chain (
  seq bigint primary key check (seq > 0),
  event_id uuid not null unique,
  who_hash bytea not null,
  subject_hash bytea not null,
  what_hash bytea not null,
  hash bytea not null
);

create table audit_checkpoints (
  seq bigint primary key,
  hash bytea not null,
  at timestamptz not null,
  key_id text not null,
  signature bytea not null,
  -- A checkpoint names the one before it, so that one that is removed leaves a gap.
  previous_seq bigint
);

-- Verifications that people requested, and those of each night.
create table audit_verifications (
  id uuid primary key,
  requested_by uuid references people (id),
  requested_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  events bigint not null default 0,
  last_seq bigint not null default 0,
  outcome text check (outcome in ('sound', 'broken', 'failed')),
  findings jsonb not null default '[]',
  check ((outcome is null) = (ended_at is null))
);
create index audit_verifications_latest on audit_verifications (requested_at desc, id desc);
create unique index audit_verifications_one_at_a_time on audit_verifications ((true)) where outcome is null;

-- An erasure takes two administrators who are different humans: one requests it, another confirms it.
create table audit_erasure_requests (
  id uuid primary key,
  person_id uuid not null,
  reason text not null check (length(reason) between 10 and 1000),
  -- Whether events that hold only the person's name are included.
  by_name boolean not null,
  status text not null default 'open' check (status in ('open', 'confirmed', 'withdrawn', 'expired')),
  requested_by uuid not null references people,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at),
  -- Actors of the events that would change, and how many parts of each sort would, at the time of the request.
  actors uuid[] not null,
  who bigint not null,
  subject bigint not null,
  what bigint not null,
  closed_by uuid references people,
  closed_at timestamptz,
  -- The call that confirmed it.
  request_id text unique,
  check ((status = 'open') = (closed_at is null)),
  check ((status in ('confirmed', 'withdrawn')) = (closed_by is not null)),
  check ((status = 'confirmed') = (request_id is not null))
);
create unique index audit_erasure_requests_one_open on audit_erasure_requests (person_id) where status = 'open';
create index audit_erasure_requests_latest on audit_erasure_requests (requested_at desc, id desc);

-- What was erased by which call. That call's own event names who ordered it and why, and a digest of exactly these rows.
create table audit_erasures (
  event_id uuid not null,
  part text not null check (part in ('who', 'subject', 'what')),
  request_id text not null,
  -- The salted hash of the part as it is since; null: the whole part was emptied. A part can be erased again for another person.
  hash bytea check (length(hash) = 32),
  primary key (event_id, part, request_id)
);
create index audit_erasures_request on audit_erasures (request_id);

-- Refused calls of callers who are not signed in, by the hour. The first call of a bucket has an audit event of its own; the others are
-- counted here and become one event when the hour is over, so that nobody can fill a trail that is kept permanently.
create table anonymous_calls (
  hour timestamptz not null,
  operation text not null,
  outcome text not null check (outcome in ('denied', 'failed')),
  code text not null,
  -- The first 24 bits of an IPv4 address, the first 64 of an IPv6 address, or `others`.
  network text not null,
  -- Calls after the first.
  further bigint not null default 0,
  -- Of the first call, or of the first that this process counted.
  request_id text not null,
  primary key (hour, operation, outcome, code, network)
);
