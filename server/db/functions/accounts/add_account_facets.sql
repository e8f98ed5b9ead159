-- Rows are written in key order, so that two transactions never deadlock.
create or replace function add_account_facets(changes account_facets[]) returns void language sql as $$
  insert into account_facets as known
  select c.status, c.kind, c.environment, c.workload, c.tower_id, c.family_id, c.region, c.criticality, c.data_classification, c.connectivity,
    sum(c.accounts)
  from unnest(changes) c group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(c.accounts) <> 0 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  on conflict (status, kind, environment, workload, tower_id, family_id, region, criticality, data_classification, connectivity)
  do update set accounts = known.accounts + excluded.accounts
$$;
