-- Every vote of the last day has an audit event, since the audit trail started.
select d.id, 'the vote of ' || d.approver_id || ' in approval ' || d.approval_id || ' has no event' as detail
from approval_decisions d
join approvals a on a.id = d.approval_id
where (a.status = 'pending' or (a.status <> 'pending' and a.closed_at > now() - interval '1 day')) and d.decided_at > now() - interval '1 day'
  and d.decided_at > (select min(at) from audit_events)
  -- An erased person's events have no actor.
  and not exists (select from audit_events e where (e.actor_id = d.approver_id or e.actor_id is null) and e.outcome = 'allowed'
    and e.at between d.decided_at - interval '10 minutes' and d.decided_at + interval '10 minutes')
