-- Returns whether a person is the actor or the subject of an event, or whether the event contains an identifier of the person other than
-- the name.
create or replace function event_mentions(e audit_events, p people) returns boolean language sql stable as $$
  select coalesce(e.actor_id = p.id, false) or coalesce(e.subject_id = p.id::text, false)
    or concat_ws(' ', e.subject_id, e.before::text, e.after::text, e.reason) ~* person_pattern(p, false)
    or coalesce(concat_ws(' ', e.before::text, e.after::text) like '%"' || p.employee_id || '"%', false)
$$;
