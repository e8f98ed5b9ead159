-- Open requests whose base has ended, each with a reason for the notification. This view is the only source: it decides which requests are
-- withdrawn, and `approval_base_ended` blocks their approval.
create or replace view ended_requests as
select kind as subject_kind, id as subject_id, requester_id, account_id, sandbox_id, group_id, coalesce(reference, name) as reference, status,
  because
from approval_requests
where is_open and because is not null
union all
select r.kind, r.id, a.requester_id, r.account_id, r.sandbox_id, r.group_id, coalesce(r.reference, r.name), r.status,
  'An earlier stage was not approved by enough people other than the requester.'
from approvals a
join approval_requests r on r.kind = a.subject_kind and r.id = a.subject_id and r.is_open
where a.status = 'pending' and a.stage > 1 and lacks_votes_of_others(a.id);
