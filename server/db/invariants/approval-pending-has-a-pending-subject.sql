-- The subject of every pending approval is waiting for approval.
select a.id, a.subject_kind || ' ' || a.subject_id || ' does not wait for approval' as detail
from approvals a
where a.status = 'pending'
  and not exists (select from approval_requests r where r.is_pending and r.kind = a.subject_kind and r.id = a.subject_id)
