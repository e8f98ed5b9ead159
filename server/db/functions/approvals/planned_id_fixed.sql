-- The planned ID of a request never changes, because it is the key of what an approval creates in external systems.
create or replace function planned_id_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'the planned ID of a request cannot change' using errcode = '23514', constraint = 'planned_id_fixed';
end $$;

create trigger account_requests_planned_id before update on account_requests
  for each row when (new.planned_account_id <> old.planned_account_id) execute function planned_id_fixed();
create trigger sandbox_requests_planned_id before update on sandbox_requests
  for each row when (new.planned_sandbox_id <> old.planned_sandbox_id) execute function planned_id_fixed();
