create or replace function group_assignment_transitions() returns trigger language plpgsql as $$
begin
  if new.group_id <> old.group_id or new.person_id <> old.person_id or new.request_id is distinct from old.request_id
    or new.via <> old.via or new.granted_by is distinct from old.granted_by then
    raise exception 'the group, person and origin of an assignment cannot change' using errcode = '23514', constraint = 'group_assignment_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'scheduled>granting', 'scheduled>revoked', 'granting>active', 'granting>revoking', 'active>revoking',
    'revoking>expired', 'revoking>revoked']) then
    raise exception 'an assignment cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'group_assignment_transitions';
  end if;
  if old.status in ('scheduled', 'granting', 'active') and new.status in ('revoking', 'revoked') then
    new.ending_since := new.updated_at;
  end if;
  -- The version covers what people see, so sending a reminder does not change it.
  if (new.status, new.starts_at, new.ends_at) is distinct from (old.status, old.starts_at, old.ends_at) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create trigger group_assignments_transitions before update on group_assignments for each row execute function group_assignment_transitions();
