-- The spend of every live sandbox is the sum of its daily costs.
select s.id, s.name || ' has spent ' || s.spent || ', its daily costs add up to ' || d.total as detail
from sandboxes s
join sandbox_meters m on m.sandbox_id = s.id
cross join lateral (
  select coalesce(floor(sum(coalesce(billed, estimated)) / 1000000), 0)::bigint as total from sandbox_days where sandbox_id = s.id
) d
where s.status not in ('queued', 'deleted') and s.spent <> d.total
