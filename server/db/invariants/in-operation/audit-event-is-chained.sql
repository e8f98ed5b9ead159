-- No audit event waits longer than ten minutes for its place in the chain.
select p.event_id as id, 'it was written at ' || e.at::text as detail
from (select event_id from audit_pending order by number limit 1000) p join audit_events e on e.id = p.event_id
where e.at < now() - interval '10 minutes'
