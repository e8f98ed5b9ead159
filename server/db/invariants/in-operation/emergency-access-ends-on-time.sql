-- No emergency access is active 15 minutes after its end.
select id, reference || ' ended at ' || ends_at::text as detail
from emergency_accesses where status = 'active' and ends_at < now() - interval '15 minutes'
