create or replace function valid_owners(account uuid) returns bigint language sql stable as $$
  select count(*) from account_owners o join people p on p.id = o.person_id and p.active where o.account_id = account
$$;
