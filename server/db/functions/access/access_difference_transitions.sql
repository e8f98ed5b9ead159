create or replace function access_difference_transitions() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and old.status <> 'open' and not (old.status = 'adopted' and new.status = 'gone') then
    raise exception 'a % difference cannot change', old.status using errcode = '23514', constraint = 'access_difference_transitions';
  end if;
  return new;
end $$;

create trigger access_differences_transitions before update on access_differences for each row execute function access_difference_transitions();
