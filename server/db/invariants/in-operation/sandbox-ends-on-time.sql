-- No sandbox runs an hour after its lease, and no deleted sandbox is kept an hour after its grace period.
select id, name || ' ended at ' || lease_end::text as detail
from sandboxes where status in ('active', 'frozen') and lease_end < now() - interval '1 hour'
union all
select id, name || ' was due for removal at ' || delete_at::text
from sandboxes where status = 'deleting' and removing_at is null and delete_at < now() - interval '1 hour'
