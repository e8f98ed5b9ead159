-- The inbox lists exactly the pending stages of pending approvals.
select s.approval_id as id, 'stage ' || s.stage || ' is ' || s.status || ' and not in the inbox' as detail
from approval_stages s join approvals a on a.id = s.approval_id and a.status = 'pending'
where s.status in ('open', 'waiting')
  and not exists (select from pending_approver_keys u where u.approval_id = s.approval_id and u.stage = s.stage)
union all
select u.approval_id, 'stage ' || u.stage || ' is in the inbox although it is not pending'
from pending_approver_keys u
where not exists (
  select from approval_stages s join approvals a on a.id = s.approval_id and a.status = 'pending'
  where s.approval_id = u.approval_id and s.stage = u.stage and s.status = case when u.open then 'open' else 'waiting' end)
