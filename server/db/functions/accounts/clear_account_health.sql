create or replace function clear_account_health() returns trigger language plpgsql as $$
begin
  new.health := null;
  new.health_known := null;
  return new;
end $$;

create trigger accounts_clear_health before update of status on accounts
  for each row when (new.status <> 'active') execute function clear_account_health();
