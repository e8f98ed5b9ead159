-- Every request that waits for approval has a pending approval.
select r.id, r.kind || ' ' || r.name || ' waits, and no approval of it is pending' as detail
from (
  select id, 'accountRequest' as kind, reference as name from account_requests where status = 'pending_approval'
  union all
  select id, 'accountUpdate', reference from account_updates where status = 'pending_approval'
  union all
  select id, case when sandbox_id is null then 'accessRequest' else 'sandboxAccessRequest' end, reference from access_requests
  where status = 'pending_approval'
  union all
  select id, 'sandboxRequest', reference from sandbox_requests where status = 'pending_approval'
  union all
  select id, 'pimActivation', role_name from pim_activations where status = 'pending_approval'
  union all
  select activation_id, 'pimActivation', 'extension' from pim_orders where status = 'asked'
  union all
  select change_id, 'policyChange', name from approval_policies where status = 'proposed'
) r
where not exists (select from approvals a where a.subject_kind = r.kind and a.subject_id = r.id and a.status = 'pending')
