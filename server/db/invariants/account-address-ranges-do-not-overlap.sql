-- No two address ranges of accounts and stores, current or planned, overlap.
select r.range::text as id, r.owner || ' overlaps with a range that begins at or before it' as detail
from (
  select t.range, t.owner,
    max(broadcast(t.range)::inet) over (order by t.range, t.owner rows between unbounded preceding and 1 preceding) as taken_to
  from (
    select distinct range, owner
    from (
      select range, account_id::text as owner from address_ranges where account_id is not null
      union all
      select network(space::inet), a.id::text from accounts a, jsonb_array_elements_text(a.network->'addressSpaces') space
      where a.status in ('provisioning', 'failed', 'active', 'decommissioning') and jsonb_array_length(a.network->'addressSpaces') > 0
      union all
      select address_range, coalesce(account_id::text, 'store ' || store_number) from edge_rollout_stores
      where status not in ('completed', 'skipped')
    ) every
  ) t
) r
where host(r.range)::inet <= host(r.taken_to)::inet
