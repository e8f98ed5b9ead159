-- This view lists everything that can be approved, with its name and status. Policy changes are listed while they are proposed. `variant`
-- says what a request is for, if requests of one kind can differ in this. `ended_requests` says why the base of a request has ended. The
-- two views are separate because PostgreSQL plans them for each approval, and one view with all these joins would take three times as long.
create or replace view approval_requests as
select 'accountRequest'::text as kind, id, requester_id, account_id, null::uuid as sandbox_id, null::uuid as group_id, reference, name, status,
  status = 'pending_approval' as is_pending, null::text as variant, created_at, updated_at
from account_requests
union all
select 'accountUpdate', u.id, u.requester_id, u.account_id, null, null, u.reference, a.name, u.status, u.status = 'pending_approval', u.kind,
  u.created_at, u.updated_at
from account_updates u join accounts a on a.id = u.account_id
union all
select case when g.account_id is null then 'sandboxAccessRequest' else 'accessRequest' end, r.id, r.requester_id, g.account_id, g.sandbox_id,
  g.id, r.reference, g.name, r.status, r.status = 'pending_approval',
  case when r.extends_assignment_id is null then 'new' else 'extension' end, r.created_at, r.updated_at
from access_requests r join access_groups g on g.id = r.group_id
union all
select 'sandboxRequest', id, requester_id, null, sandbox_id, null, reference, name, status, status = 'pending_approval', kind, created_at,
  updated_at
from sandbox_requests
union all
select 'pimActivation', t.id, t.person_id, t.account_id, null, null, null, t.role_name || ' in ' || a.name, t.status,
  t.status = 'pending_approval' or exists (select from pim_orders o where o.activation_id = t.id and o.status = 'requested'),
  null, t.created_at, t.updated_at
from pim_activations t join accounts a on a.id = t.account_id
union all
select 'policyChange', change_id, null, null, null, null, null, 'Version ' || version || ' of “' || name || '”', status, true, null,
  created_at, updated_at
from approval_policies where status = 'proposed';
