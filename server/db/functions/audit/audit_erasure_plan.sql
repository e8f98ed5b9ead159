-- Returns every event that has a person's data, in its erased form. `name_only` means that the event has only the name of the person.
create or replace function audit_erasure_plan(person uuid)
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
    select e.id, exists (select from audit_chain c where c.event_id = e.id), not event_mentions(e, p), e.actor_id,
      (n.actor_id, n.actor_name, n.credential) is distinct from (e.actor_id, e.actor_name, e.credential),
      n.subject_id is distinct from e.subject_id,
      (n.before, n.after, n.reason) is distinct from (e.before, e.after, e.reason),
      n.subject_id, n.before::text, n.after::text, n.reason
    from audit_events e cross join lateral event_without_person(e, p, true) n
    where (e.actor_id = person or e.subject_id = person::text
        or lower(concat_ws(' ', e.subject_id, e.before::text, e.after::text, e.reason)) like any (needles))
      and n is distinct from e;
end $$;
