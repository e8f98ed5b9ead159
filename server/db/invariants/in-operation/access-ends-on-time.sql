-- No access is live an hour after its end date.
select id, 'it is ' || status || ' and ended at ' || ends_at::text as detail
from group_assignments where status in ('granting', 'active') and ends_at < now() - interval '1 hour'
