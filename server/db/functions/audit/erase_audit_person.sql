-- Carries out a confirmed erasure. The role of the caller can't change events in any other way. `parts` has the new salts and salted hashes
-- of the changed parts of each event, which the server computed and signed.
create or replace function erase_audit_person(erasure uuid, parts jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  request audit_erasure_requests;
begin
  select * into request from audit_erasure_requests where id = erasure for update;
  if request.status is distinct from 'confirmed' or exists (select from audit_erasures where request_id = request.request_id) then
    raise exception 'this erasure was not confirmed, or is already complete' using errcode = '42501', constraint = 'erasure_takes_two_humans';
  end if;
  insert into audit_erasures (event_id, part, request_id, hash)
  select (part->>'eventId')::uuid, part->>'part', request.request_id, decode(part->>'hash', 'hex') from jsonb_array_elements(parts) part;
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
  from audit_erasure_plan(request.person_id) n
  join (select (part->>'eventId')::uuid as event_id,
      max(part->>'salt') filter (where part->>'part' = 'who')::uuid as who,
      max(part->>'salt') filter (where part->>'part' = 'subject')::uuid as subject,
      max(part->>'salt') filter (where part->>'part' = 'what')::uuid as what
    from jsonb_array_elements(parts) part group by 1) s on s.event_id = n.event_id
  where e.id = n.event_id and n.chained and (request.by_name or not n.name_only);
end $$;
revoke execute on function erase_audit_person from public;
