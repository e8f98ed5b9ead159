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
  -- An event has three salted parts: the actor, the subject, and the content. The chain commits to their salted hashes, so that a part and
  -- its salt can lawfully be erased and the chain remains valid.
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
-- Serves events of keys; people are found by `actor_id`.
create index audit_events_credential on audit_events (credential, at desc, id desc) where actor_id is null and credential <> 'none';

-- Events queued for the chain. One sequencer at a time chains them, so that writers never wait for each other. Their numbers follow the
-- order of writing: a cause comes before its effect.
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
  -- A checkpoint names its predecessor, so that removing one leaves a gap.
  previous_seq bigint
);

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

-- An erasure needs two administrators who are different humans: one requests it, the other confirms it.
create table audit_erasure_requests (
  id uuid primary key,
  person_id uuid not null,
  reason text not null check (length(reason) between 10 and 1000),
  by_name boolean not null,
  status text not null default 'open' check (status in ('open', 'confirmed', 'withdrawn', 'expired')),
  requested_by uuid not null references people,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at),
  -- Actors of the affected events, and the number of affected parts of each kind, at the time of the request.
  actors uuid[] not null,
  who bigint not null,
  subject bigint not null,
  what bigint not null,
  closed_by uuid references people,
  closed_at timestamptz,
  request_id text unique,
  check ((status = 'open') = (closed_at is null)),
  check ((status in ('confirmed', 'withdrawn')) = (closed_by is not null)),
  check ((status = 'confirmed') = (request_id is not null))
);
create unique index audit_erasure_requests_one_open on audit_erasure_requests (person_id) where status = 'open';
create index audit_erasure_requests_latest on audit_erasure_requests (requested_at desc, id desc);

-- Erased parts by call. That call's audit event has the people, the reason and a digest of exactly these rows.
create table audit_erasures (
  event_id uuid not null,
  part text not null check (part in ('who', 'subject', 'what')),
  request_id text not null,
  -- The part's salted hash since then; null if it was emptied. A part can be erased again for another person.
  hash bytea check (length(hash) = 32),
  primary key (event_id, part, request_id)
);
create index audit_erasures_request on audit_erasures (request_id);

-- Denied and failed calls without sign-in, per hour. The first call of a bucket has its own audit event; later ones are counted here and
-- become one event after the hour, so that anonymous callers can't flood a permanent trail.
create table anonymous_calls (
  hour timestamptz not null,
  operation text not null,
  outcome text not null check (outcome in ('denied', 'failed')),
  code text not null,
  -- First 24 bits of an IPv4 address, first 64 of an IPv6 address, or `others`.
  network text not null,
  further bigint not null default 0,
  -- ID of the first call, or of the first that this process counted.
  request_id text not null,
  primary key (hour, operation, outcome, code, network)
);
