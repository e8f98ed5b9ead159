-- Every audit event of the last day is in the chain or queued for it.
select e.id, e.operation || ' is neither in the chain nor waiting' as detail
from audit_events e
where e.at > now() - interval '1 day'
  and not exists (select from audit_chain c where c.event_id = e.id)
  and not exists (select from audit_pending p where p.event_id = e.id)
