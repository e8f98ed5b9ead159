-- No privileged role is active an hour after its end.
select id, role_name || ' ended at ' || ends_at::text as detail
from pim_activations where status in ('scheduled', 'active') and ends_at < now() - interval '1 hour'
