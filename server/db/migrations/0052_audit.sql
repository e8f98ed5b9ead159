-- Refused calls of callers who are not signed in, by the hour. The first call of a bucket has an audit event of its own; the others are
-- counted here and become one event when the hour is over, so that nobody can fill a trail that is kept for ever.
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
  -- Who did what would be altered, and how much that is, when it was requested.
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

create function audit_erasure_requests_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.status = 'open' then
    if same_human(new.requested_by, new.person_id) then
      raise exception 'a person requests the erasure of their own data' using errcode = '42501', constraint = 'nobody_erases_own_data';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.status = 'open'
    and (to_jsonb(new) - array['status', 'closed_by', 'closed_at', 'request_id'])
      = (to_jsonb(old) - array['status', 'closed_by', 'closed_at', 'request_id'])
  then
    if new.status = 'confirmed' then
      if same_human(new.closed_by, new.person_id) then
        raise exception 'a person confirms the erasure of their own data' using errcode = '42501', constraint = 'nobody_erases_own_data';
      end if;
      if same_human(new.closed_by, new.requested_by) then
        raise exception 'an erasure takes two different humans' using errcode = '42501', constraint = 'erasure_takes_two_humans';
      end if;
      if new.closed_at >= new.expires_at then
        raise exception 'the request for this erasure has expired' using errcode = '42501', constraint = 'erasure_not_expired';
      end if;
    end if;
    return new;
  end if;
  raise exception 'audit_erasure_requests is append-only' using errcode = '42501', constraint = 'append_only';
end $$;
create trigger audit_erasure_requests_guard before insert or update or delete on audit_erasure_requests
  for each row execute function audit_erasure_requests_guard();
create trigger audit_erasure_requests_no_truncate before truncate on audit_erasure_requests
  for each statement execute function append_only();

-- One part of an event can be erased again for another person. The hash is the salted hash of what stands there since; without one the
-- whole part was emptied, by one administrator, before an erasure took two.
alter table audit_erasures
  add column hash bytea check (length(hash) = 32),
  drop constraint audit_erasures_pkey,
  add primary key (event_id, part, request_id);

-- A regular expression for what identifies a person, in words of their own: mail addresses within longer ones belong to others.
create function person_pattern(p people, with_name boolean) returns text language sql immutable as $$
  select string_agg(case when needle like '%@%'
      then '(?<![[:alnum:]._%+-])' || escaped || '(?![[:alnum:]]|[.-][[:alnum:]])'
      else '(?<![[:alnum:]])' || escaped || '(?![[:alnum:]])' end, '|' order by length(needle) desc)
  from (select needle, regexp_replace(needle, '([^[:alnum:] ])', '\\\1', 'g') as escaped
    from unnest(array[p.id::text, p.email, p.user_principal_name, case when with_name then p.display_name end]) needle
    where needle is not null and needle <> '') needles
$$;

-- Replaces what identifies a person in every text of a value and leaves everything else as it is. A number is a person's only where the
-- value says that it is an employee number.
create function erase_in(value jsonb, pattern text, employee text) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, 'erased', 'gi'))
    when 'array' then (select coalesce(jsonb_agg(erase_in(item, pattern, employee) order by place), '[]')
      from jsonb_array_elements(value) with ordinality items (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(regexp_replace(key, pattern, 'erased', 'gi'),
        case when key ~* '^employee' and item = to_jsonb(employee) then '"erased"' else erase_in(item, pattern, employee) end), '{}')
      from jsonb_each(value) fields (key, item))
    else value end;
end $$;

-- Whether an event is by a person, about them, or holds what identifies them apart from their name.
create function event_names(e audit_events, p people) returns boolean language sql stable as $$
  select coalesce(e.actor_id = p.id, false) or coalesce(e.subject_id = p.id::text, false)
    or concat_ws(' ', e.subject_id, e.before::text, e.after::text, e.reason) ~* person_pattern(p, false)
    or coalesce(concat_ws(' ', e.before::text, e.after::text) like '%"' || p.employee_id || '"%', false)
$$;

-- An event as it stands once a person's data is replaced in it; the salts are as before. Requests for erasure and what was decided on
-- them always stay as they are.
create function event_without(e audit_events, p people, by_name boolean) returns audit_events language plpgsql stable as $$
declare
  pattern text := person_pattern(p, true);
begin
  if e.operation in ('eraseAuditPersonalData', 'requestAuditErasure', 'confirmAuditErasure', 'withdrawAuditErasure')
    or not (by_name or event_names(e, p)) then
    return e;
  end if;
  if e.actor_id = p.id then
    e.actor_id := null;
    e.actor_name := 'erased';
    e.credential := 'erased';
  end if;
  e.subject_id := nullif(regexp_replace(e.subject_id, pattern, 'erased', 'gi'), 'erased');
  e.before := erase_in(e.before, pattern, p.employee_id);
  e.after := erase_in(e.after, pattern, p.employee_id);
  e.reason := regexp_replace(e.reason, pattern, 'erased', 'gi');
  return e;
end $$;

-- A person as people has them, or only their id.
create function person_or_id(person uuid) returns people language sql stable as $$
  select p from people p where p.id = person
  union all select jsonb_populate_record(null::people, jsonb_build_object('id', person)) where not exists (select from people where id = person)
$$;

-- Every event in which a person's data stands, as it would be without. `name_only`: it holds their name and nothing else of theirs.
create function audit_erasure_plan(person uuid)
returns table (event_id uuid, chained boolean, name_only boolean, acted_by uuid, who boolean, subject boolean, what boolean,
  subject_id text, before text, after text, reason text)
language plpgsql stable as $$
declare
  p people := person_or_id(person);
  needles text[] := (select array_agg('%' || regexp_replace(lower(needle), '([\\%_])', '\\\1', 'g') || '%')
    from unnest(array[p.id::text, p.email, p.user_principal_name, p.display_name, '"' || p.employee_id || '"']) needle
    where needle is not null and needle <> '');
begin
  return query
    select e.id, exists (select from audit_chain c where c.event_id = e.id), not event_names(e, p), e.actor_id,
      (n.actor_id, n.actor_name, n.credential) is distinct from (e.actor_id, e.actor_name, e.credential),
      n.subject_id is distinct from e.subject_id,
      (n.before, n.after, n.reason) is distinct from (e.before, e.after, e.reason),
      n.subject_id, n.before::text, n.after::text, n.reason
    from audit_events e cross join lateral event_without(e, p, true) n
    where (e.actor_id = person or e.subject_id = person::text
        or lower(concat_ws(' ', e.subject_id, e.before::text, e.after::text, e.reason)) like any (needles))
      and n is distinct from e;
end $$;

-- An event changes only by an erasure that two humans ordered, to exactly what the erasure of that person leaves, and never one that
-- either of the two did themselves.
create or replace function audit_events_guard() returns trigger language plpgsql as $$
declare
  erasure audit_erasure_requests;
  expected audit_events;
begin
  if tg_op = 'UPDATE' then
    for erasure in
      select q.* from audit_erasure_requests q
      where q.status = 'confirmed' and q.request_id in (select x.request_id from audit_erasures x where x.event_id = old.id and x.hash is not null)
    loop
      expected := event_without(old, person_or_id(erasure.person_id), erasure.by_name);
      if (to_jsonb(new) - array['who_salt', 'subject_salt', 'what_salt']) = (to_jsonb(expected) - array['who_salt', 'subject_salt', 'what_salt'])
        and expected is distinct from old
      then
        if same_human(old.actor_id, erasure.requested_by) or same_human(old.actor_id, erasure.closed_by) then
          raise exception 'an administrator erases from an event of their own' using errcode = '42501', constraint = 'nobody_erases_own_events';
        end if;
        return new;
      end if;
    end loop;
  end if;
  raise exception 'audit_events is append-only' using errcode = '42501', constraint = 'append_only';
end $$;

-- The only way to change an event for a role that may not: it carries out a confirmed erasure. `parts`: of each event the new salts and
-- salted hashes of the parts that change, as the server has worked them out and signs them.
create function erase_audit_person(erasure uuid, parts jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked audit_erasure_requests;
begin
  select * into asked from audit_erasure_requests where id = erasure for update;
  if asked.status is distinct from 'confirmed' or exists (select from audit_erasures where request_id = asked.request_id) then
    raise exception 'this erasure was not confirmed, or was carried out already' using errcode = '42501', constraint = 'erasure_takes_two_humans';
  end if;
  insert into audit_erasures (event_id, part, request_id, hash)
  select (given->>'eventId')::uuid, given->>'part', asked.request_id, decode(given->>'hash', 'hex') from jsonb_array_elements(parts) given;
  update audit_events e set
    actor_id = case when n.who then null else e.actor_id end,
    actor_name = case when n.who then 'erased' else e.actor_name end,
    credential = case when n.who then 'erased' else e.credential end,
    who_salt = coalesce(s.who, e.who_salt),
    subject_id = n.subject_id,
    subject_salt = coalesce(s.subject, e.subject_salt),
    before = n.before::jsonb,
    after = n.after::jsonb,
    reason = n.reason,
    what_salt = coalesce(s.what, e.what_salt)
  from audit_erasure_plan(asked.person_id) n
  join (select (given->>'eventId')::uuid as event_id,
      max(given->>'salt') filter (where given->>'part' = 'who')::uuid as who,
      max(given->>'salt') filter (where given->>'part' = 'subject')::uuid as subject,
      max(given->>'salt') filter (where given->>'part' = 'what')::uuid as what
    from jsonb_array_elements(parts) given group by 1) s on s.event_id = n.event_id
  where e.id = n.event_id and n.chained and (asked.by_name or not n.name_only);
end $$;
revoke execute on function erase_audit_person from public;

-- A checkpoint names the one before it, so that one that is taken out leaves a gap. Those signed before this have none.
alter table audit_checkpoints add column previous_seq bigint;

-- An event leaves the queue with its place in the chain; or when it is gone, which the log says.
create function audit_pending_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (exists (select from audit_chain where event_id = old.event_id)
    or not exists (select from audit_events where id = old.event_id)) then
    return old;
  end if;
  raise exception 'an event that waits for its place stays in audit_pending' using errcode = '42501', constraint = 'append_only';
end $$;
create trigger audit_pending_guard before update or delete on audit_pending for each row execute function audit_pending_guard();
create trigger audit_pending_no_truncate before truncate on audit_pending for each statement execute function append_only();
