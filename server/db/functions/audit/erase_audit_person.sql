-- Carries out a confirmed erasure. The role of the caller can't change events in any other way. `parts` has the new salts and salted hashes
-- of the changed parts of each event, which the server computed and signed.
create or replace function erase_audit_person(erasure uuid, parts jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked audit_erasure_requests;
begin
  select * into asked from audit_erasure_requests where id = erasure for update;
  if asked.status is distinct from 'confirmed' or exists (select from audit_erasures where request_id = asked.request_id) then
    raise exception 'this erasure was not confirmed, or is already complete' using errcode = '42501', constraint = 'erasure_takes_two_humans';
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
