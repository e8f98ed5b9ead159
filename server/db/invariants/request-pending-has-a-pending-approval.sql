-- Every request that waits for approval has a pending approval.
select r.id, r.kind || ' ' || coalesce(r.reference, r.name) || ' waits, and no approval of it is pending' as detail
from approval_requests r
where r.is_pending
  and not exists (select from approvals a where a.subject_kind = r.kind and a.subject_id = r.id and a.status = 'pending')
