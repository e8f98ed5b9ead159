create or replace function account_kept_owned() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then perform keep_an_owner(new.id);
  else perform keep_an_owner(old.account_id);
  end if;
  return null;
end $$;

create constraint trigger accounts_kept_owned after update of status on accounts
  deferrable initially deferred for each row when (new.status = 'active') execute function account_kept_owned();
create constraint trigger account_owners_kept_owned after update or delete on account_owners
  deferrable initially deferred for each row execute function account_kept_owned();
