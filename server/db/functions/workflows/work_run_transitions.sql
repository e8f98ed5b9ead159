create or replace function work_run_transitions() returns trigger language plpgsql as $$
begin
  if old.status = 'cancelled' and new.status is distinct from old.status then
    raise exception 'a cancelled run cannot change' using errcode = '23514', constraint = 'work_run_transitions';
  end if;
  return new;
end $$;

create trigger work_runs_transitions before update of status on work_runs for each row execute function work_run_transitions();
