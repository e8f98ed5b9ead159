-- Emergency access that has ended says by when its report is due, and is closed only once it was reviewed.
select id, reference || ' is ' || status || ' without ' || case when status = 'ended' then 'a day for its report' else 'a review' end as detail
from emergency_accesses
where (status = 'ended' and afterword_due_at is null) or (status in ('closing', 'closed') and (reviewed_at is null or reviewer_id is null))
