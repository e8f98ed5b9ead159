-- The subject of every pending approval is waiting for approval.
select a.id, a.subject_kind || ' ' || a.subject_id || ' does not wait for approval' as detail
from approvals a
where a.status = 'pending' and not exists (
  select from account_requests r where a.subject_kind = 'accountRequest' and r.id = a.subject_id and r.status = 'pending_approval'
  union all
  select from account_updates u where a.subject_kind = 'accountUpdate' and u.id = a.subject_id and u.status = 'pending_approval'
  union all
  select from access_requests r where a.subject_kind in ('accessRequest', 'sandboxAccessRequest') and r.id = a.subject_id
    and r.status = 'pending_approval'
  union all
  select from sandbox_requests r where a.subject_kind = 'sandboxRequest' and r.id = a.subject_id and r.status = 'pending_approval'
  union all
  select from pim_activations p where a.subject_kind = 'pimActivation' and p.id = a.subject_id and (p.status = 'pending_approval'
    or exists (select from pim_orders o where o.activation_id = p.id and o.status = 'asked'))
  union all
  select from approval_policies p where a.subject_kind = 'policyChange' and p.change_id = a.subject_id and p.status = 'proposed'
)
