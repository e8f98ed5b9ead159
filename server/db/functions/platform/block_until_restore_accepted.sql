-- After a restore, no run and no schedule starts on any replica or with any version of Slipway until the report is accepted. The function
-- runs as its owner, so that it also works for a server that has no privileges on the table yet.
create or replace function block_until_restore_accepted() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from database_restores where closed_at is null) then
    raise exception 'Slipway is paused until an administrator accepts the report on the restored database'
      using errcode = '55000', constraint = 'paused_after_restore';
  end if;
  return new;
end $$;

create trigger work_runs_until_accepted before update of status on work_runs
  for each row when (new.status = 'running') execute function block_until_restore_accepted();
create trigger schedules_until_accepted before update of run_id on schedules
  for each row when (new.run_id is not null) execute function block_until_restore_accepted();
