-- Ended emergency access has a due date for its report, and is closed only after its review.
select id, reference || ' is ' || status || ' without ' || case when status = 'ended' then 'a day for its report' else 'a review' end as detail
from emergency_accesses
where (status = 'ended' and report_due_at is null) or (status in ('closing', 'closed') and (reviewed_at is null or reviewer_id is null))
