-- No delegation is live an hour after its end date.
select id, 'it ended at ' || ends_at::text as detail
from delegations where status <> 'ended' and ends_at < now() - interval '1 hour'
