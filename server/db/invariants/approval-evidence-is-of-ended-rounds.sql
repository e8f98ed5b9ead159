-- Evidence is recorded only when a decision or an edit of the request ends a round.
with undecided as materialized (
  select id, subject_kind, subject_id, status, closed_at from approvals where status = 'pending'
  union all
  select id, subject_kind, subject_id, status, closed_at from approvals
  where status in ('expired', 'cancelled') and closed_at > now() - interval '30 days'
)
select u.id, 'it is ' || u.status as detail
from undecided u join approval_evidence e on e.approval_id = u.id
where u.status <> 'cancelled' or not exists (
  select from approvals n
  where n.subject_kind = u.subject_kind and n.subject_id = u.subject_id and n.id <> u.id and n.opened_at >= u.closed_at)
