-- No approval is pending an hour after its due date.
select id, subject_kind || ' was due at ' || due_at::text as detail
from approvals where status = 'pending' and due_at < now() - interval '1 hour'
