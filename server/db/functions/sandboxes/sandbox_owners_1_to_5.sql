create or replace function sandbox_owners_1_to_5() returns trigger language plpgsql as $$
declare
  sandbox uuid := coalesce(new.sandbox_id, old.sandbox_id);
begin
  perform 1 from sandboxes where id = sandbox for update;
  if found and (select count(*) from sandbox_owners where sandbox_id = sandbox) not between 1 and 5 then
    raise exception 'a sandbox has 1 to 5 owners' using errcode = '23514', constraint = 'sandbox_owners_1_to_5';
  end if;
  return null;
end $$;

create constraint trigger sandbox_owners_1_to_5 after insert or update or delete on sandbox_owners
  deferrable initially deferred for each row execute function sandbox_owners_1_to_5();
