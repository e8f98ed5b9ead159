create or replace function set_run_subject() returns trigger language plpgsql as $$
begin
  if new.name is null then
    select a.name, a.reference, a.person_id, a.account_id into new.name, new.reference, new.person_id, new.account_id
    from run_subject(new.kind, new.subject_kind, new.subject_id) a limit 1;
  end if;
  return new;
end $$;

create trigger work_runs_about before insert on work_runs for each row execute function set_run_subject();
