create or replace function access_request_account() returns trigger language plpgsql as $$
begin
  select g.account_id, g.sandbox_id into new.account_id, new.sandbox_id from access_groups g where g.id = new.group_id;
  return new;
end $$;

create trigger access_requests_account before insert or update of group_id, account_id, sandbox_id on access_requests
  for each row execute function access_request_account();
