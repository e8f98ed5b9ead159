create or replace function account_health_ends() returns trigger language plpgsql as $$
begin
  new.health := null;
  new.health_known := null;
  return new;
end $$;

create trigger accounts_health_ends before update of status on accounts
  for each row when (new.status <> 'active') execute function account_health_ends();
