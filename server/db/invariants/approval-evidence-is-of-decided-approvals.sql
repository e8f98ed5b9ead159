-- Evidence is recorded only for approvals that were decided.
select a.id, 'it is ' || a.status as detail
from approvals a
where a.status in ('pending', 'cancelled', 'expired') and exists (select from approval_evidence e where e.approval_id = a.id)
