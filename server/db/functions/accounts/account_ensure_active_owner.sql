create or replace function account_ensure_active_owner() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then perform ensure_active_owner(new.id);
  else perform ensure_active_owner(old.account_id);
  end if;
  return null;
end $$;

create constraint trigger accounts_ensure_active_owner after update of status on accounts
  deferrable initially deferred for each row when (new.status = 'active') execute function account_ensure_active_owner();
create constraint trigger account_owners_ensure_active after update or delete on account_owners
  deferrable initially deferred for each row execute function account_ensure_active_owner();
