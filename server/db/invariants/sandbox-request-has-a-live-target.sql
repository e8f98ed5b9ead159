-- No pending extension is for a deleted or quarantined sandbox.
select r.id, r.reference || ' waits on ' || s.name || ', which is ' || s.status as detail
from sandbox_requests r join sandboxes s on s.id = r.sandbox_id
where r.kind = 'extension' and r.status in ('pending_approval', 'changes_requested')
  and (s.status in ('deleted', 'quarantined') or s.removing_at is not null)
