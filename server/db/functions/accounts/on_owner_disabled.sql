create or replace function on_owner_disabled() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select o.account_id from account_owners o where o.person_id = new.id order by 1 loop
    perform ensure_active_owner(account);
  end loop;
  return null;
end $$;

create trigger people_owner_disabled after update of active on people
  for each row when (old.active and not new.active) execute function on_owner_disabled();
