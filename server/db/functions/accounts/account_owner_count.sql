-- An account in use always has 2 to 10 owners. The triggers check this for every statement that changes owners, because any of them could
-- break the rule.
create or replace function account_owner_count() returns trigger language plpgsql as $$
declare
  account uuid;
  owners int;
begin
  if tg_table_name = 'accounts' then account := new.id;
  elsif tg_op = 'DELETE' then account := old.account_id;
  else account := new.account_id;
  end if;
  if exists (select 1 from accounts where id = account and status in ('active', 'decommissioning')) then
    select count(*) into owners from account_owners where account_id = account;
    if owners < 2 or owners > 10 then
      raise exception 'account % has % owners', account, owners using errcode = '23514', constraint = 'account_owners_2_to_10';
    end if;
  end if;
  return null;
end $$;

create constraint trigger account_owners_count after insert or update or delete on account_owners
  deferrable initially deferred for each row execute function account_owner_count();
create constraint trigger accounts_owners_count after insert or update of status on accounts
  deferrable initially deferred for each row execute function account_owner_count();
