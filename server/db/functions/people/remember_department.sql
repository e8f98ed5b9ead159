create or replace function remember_department() returns trigger language plpgsql as $$
begin
  insert into department_transfers (person_id, at, former_department)
  values (new.id, new.updated_at, old.department) on conflict do nothing;
  return null;
end $$;

create trigger people_department after update of department on people
  for each row when (old.department is not null and new.department is distinct from old.department)
  execute function remember_department();
