-- Evidence is recorded only when a decision or a change of the request ends a round.
select a.id, 'it is ' || a.status as detail
from approvals a
where a.status in ('pending', 'expired') and exists (select from approval_evidence e where e.approval_id = a.id)
