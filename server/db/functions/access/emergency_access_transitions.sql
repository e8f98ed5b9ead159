create or replace function emergency_access_transitions() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or new.person_id <> old.person_id or new.assignment_name <> old.assignment_name then
    raise exception 'the account and person of emergency access cannot change' using errcode = '23514', constraint = 'emergency_access_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'opening>active', 'opening>failed', 'active>ending', 'ending>ended', 'ended>report', 'report>ended', 'report>closing',
    'closing>closed']) then
    raise exception 'emergency access cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'emergency_access_transitions';
  end if;
  return new;
end $$;

create trigger emergency_accesses_transitions before update on emergency_accesses for each row execute function emergency_access_transitions();
