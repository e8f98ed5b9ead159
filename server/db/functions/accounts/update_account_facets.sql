-- The counts are kept in `account_facets`, so that lists don't have to count the filter values among a million accounts.
create or replace function update_account_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_account_facets(array(select (status, kind, environment, workload, tower_id, family_id, region, criticality,
      data_classification, connectivity, 1)::account_facets from added));
  elsif tg_op = 'DELETE' then
    perform add_account_facets(array(select (status, kind, environment, workload, tower_id, family_id, region, criticality,
      data_classification, connectivity, -1)::account_facets from gone));
  else
    perform add_account_facets(array(
      select (status, kind, environment, workload, tower_id, family_id, region, criticality,
        data_classification, connectivity, 1)::account_facets from added
      union all
      select (status, kind, environment, workload, tower_id, family_id, region, criticality,
        data_classification, connectivity, -1)::account_facets from gone));
  end if;
  return null;
end $$;

create trigger accounts_facets_insert after insert on accounts
  referencing new table as added for each statement execute function update_account_facets();
create trigger accounts_facets_update after update on accounts
  referencing old table as gone new table as added for each statement execute function update_account_facets();
create trigger accounts_facets_delete after delete on accounts
  referencing old table as gone for each statement execute function update_account_facets();
