-- The audit trail as a chain. Each event's content stands in three parts with a salt each: who did it, what it was about, and what was
-- said and changed. The chain commits to the salted hashes of the parts, so that a part and its salt can be taken out lawfully and the
-- chain still holds. Events wait in audit_pending, written with them, until one sequencer at a time gives them their numbers: nobody who
-- writes ever waits for another.

alter table audit_events
  add column who_salt uuid default gen_random_uuid(),
  add column subject_salt uuid default gen_random_uuid(),
  add column what_salt uuid default gen_random_uuid();

-- What is taken out, by which call: that call's own event names who ordered it and why, and a digest of exactly these rows.
create table audit_erasures (
  event_id uuid not null,
  part text not null check (part in ('who', 'subject', 'what')),
  request_id text not null,
  primary key (event_id, part)
);
create index audit_erasures_request on audit_erasures (request_id);

create function audit_events_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.at, new.operation, new.outcome, new.request_id, new.subject_kind)
      is not distinct from (old.id, old.at, old.operation, old.outcome, old.request_id, old.subject_kind)
    and ((new.actor_id, new.actor_name, new.credential, new.who_salt)
        is not distinct from (old.actor_id, old.actor_name, old.credential, old.who_salt)
      or (new.actor_id is null and new.actor_name = 'erased' and new.credential = 'erased' and new.who_salt is null
        and exists (select from audit_erasures where event_id = old.id and part = 'who')))
    and ((new.subject_id, new.subject_salt) is not distinct from (old.subject_id, old.subject_salt)
      or (new.subject_id is null and new.subject_salt is null
        and exists (select from audit_erasures where event_id = old.id and part = 'subject')))
    and ((new.before, new.after, new.reason, new.what_salt) is not distinct from (old.before, old.after, old.reason, old.what_salt)
      or (new.before is null and new.after is null and new.reason is null and new.what_salt is null
        and exists (select from audit_erasures where event_id = old.id and part = 'what')))
  then
    return new;
  end if;
  raise exception 'audit_events is append-only' using errcode = '42501', constraint = 'append_only';
end $$;
drop trigger audit_events_append_only on audit_events;
create trigger audit_events_append_only before update or delete on audit_events for each row execute function audit_events_guard();

-- Numbered as they are written, so that of two events where one followed upon the other the earlier comes first.
create table audit_pending (
  number bigint generated always as identity primary key,
  event_id uuid not null
);
insert into audit_pending (event_id) select id from audit_events order by at, id;
create function audit_events_await() returns trigger language plpgsql as $$
begin
  insert into audit_pending (event_id) select id from written;
  return null;
end $$;
create trigger audit_events_await after insert on audit_events
  referencing new table as written for each statement execute function audit_events_await();

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
  signature bytea not null
);

create trigger audit_erasures_append_only before update or delete on audit_erasures for each row execute function append_only();
create trigger audit_erasures_no_truncate before truncate on audit_erasures for each statement execute function append_only();
create trigger audit_chain_append_only before update or delete on audit_chain for each row execute function append_only();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function append_only();
create trigger audit_checkpoints_append_only before update or delete on audit_checkpoints for each row execute function append_only();
create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints for each statement execute function append_only();

-- Verifications that were asked for, and those of the night.
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

-- One index an order and a way in, each with the id that breaks ties.
drop index audit_events_at;
drop index audit_events_subject;
drop index audit_events_actor;
create index audit_events_at on audit_events (at desc, id desc);
create index audit_events_subject on audit_events (subject_id, subject_kind, at desc, id desc);
create index audit_events_actor on audit_events (actor_id, at desc, id desc);
create index audit_events_operation on audit_events (operation, at desc, id desc);
create index audit_events_not_allowed on audit_events (outcome, at desc, id desc) where outcome <> 'allowed';
create index audit_events_kind on audit_events (subject_kind, at desc, id desc);
create index audit_events_request on audit_events (request_id);
-- What keys did: people are found by who they are.
create index audit_events_credential on audit_events (credential, at desc, id desc) where actor_id is null and credential <> 'none';
