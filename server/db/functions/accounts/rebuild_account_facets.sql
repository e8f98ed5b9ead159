create or replace function rebuild_account_facets() returns void language sql as $$
  delete from account_facets;
  insert into account_facets
  select status, kind, environment, workload, tower_id, family_id, region, criticality, data_classification, connectivity, count(*)
  from accounts group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
$$;
