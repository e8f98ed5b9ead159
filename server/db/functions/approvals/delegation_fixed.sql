create or replace function delegation_fixed() returns trigger language plpgsql as $$
begin
  if new.person_id <> old.person_id or new.delegate_id <> old.delegate_id or new.created_by <> old.created_by then
    raise exception 'the people of a delegation cannot change' using errcode = '23514', constraint = 'delegation_fixed';
  end if;
  return new;
end $$;

create trigger delegations_fixed before update on delegations for each row execute function delegation_fixed();
