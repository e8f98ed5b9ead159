-- An event changes only through an erasure that two people confirmed, and only to the result of erasing that person. Events that one of
-- these two people caused can't change.
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
      expected := event_without_person(old, person_or_id(erasure.person_id), erasure.by_name);
      if (to_jsonb(new) - array['who_salt', 'subject_salt', 'what_salt']) = (to_jsonb(expected) - array['who_salt', 'subject_salt', 'what_salt'])
        and expected is distinct from old
      then
        if same_identity(old.actor_id, erasure.requested_by) or same_identity(old.actor_id, erasure.closed_by) then
          raise exception 'an administrator erases from an event of their own' using errcode = '42501', constraint = 'cannot_erase_own_events';
        end if;
        return new;
      end if;
    end loop;
  end if;
  raise exception 'audit_events is append-only' using errcode = '42501', constraint = 'append_only';
end $$;

create trigger audit_events_append_only before update or delete on audit_events for each row execute function audit_events_guard();
