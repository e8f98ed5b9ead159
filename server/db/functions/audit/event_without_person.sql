-- Returns an event with a person's data erased and its salts unchanged. Erasure requests and decisions on them are never changed.
create or replace function event_without_person(e audit_events, p people, by_name boolean) returns audit_events language plpgsql stable as $$
declare
  pattern text := person_pattern(p, true);
begin
  if e.operation in ('eraseAuditPersonalData', 'requestAuditErasure', 'confirmAuditErasure', 'withdrawAuditErasure')
    or not (by_name or event_mentions(e, p)) then
    return e;
  end if;
  if e.actor_id = p.id then
    e.actor_id := null;
    e.actor_name := 'erased';
    e.credential := 'erased';
  end if;
  e.subject_id := nullif(regexp_replace(e.subject_id, pattern, 'erased', 'gi'), 'erased');
  e.before := erase_person_in_json(e.before, pattern, p.employee_id);
  e.after := erase_person_in_json(e.after, pattern, p.employee_id);
  e.reason := regexp_replace(e.reason, pattern, 'erased', 'gi');
  return e;
end $$;
