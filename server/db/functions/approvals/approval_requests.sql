-- Everything that can be approved, each with its name and status, and the reason if its base has ended. Policy changes are listed while they
-- are proposed. Where a state can be left (frozen, or expired with a grace period), `because` is given only to earlier requests.
create or replace view approval_requests as
select 'accountRequest'::text as kind, r.id, r.requester_id, r.account_id, null::uuid as sandbox_id, null::uuid as group_id, r.reference, r.name,
  r.status, r.status in ('pending_approval', 'changes_requested') as is_open, r.status = 'pending_approval' as is_pending,
  case when not p.active then 'The person who requested this was disabled in the directory.' end as because
from account_requests r
join people p on p.id = r.requester_id
union all
select 'accountUpdate', u.id, u.requester_id, u.account_id, null, null, u.reference, a.name,
  u.status, u.status in ('pending_approval', 'changes_requested'), u.status = 'pending_approval',
  case
    when not p.active then 'The person who requested this was disabled in the directory.'
    when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
  end
from account_updates u
join people p on p.id = u.requester_id
join accounts a on a.id = u.account_id
union all
select case when g.account_id is null then 'sandboxAccessRequest' else 'accessRequest' end, r.id, r.requester_id, g.account_id, g.sandbox_id,
  g.id, r.reference, g.name,
  r.status, r.status in ('pending_approval', 'changes_requested'), r.status = 'pending_approval',
  case
    when not p.active then 'The person who requested this was disabled in the directory.'
    when g.status in ('deleting', 'deleted') then 'The group ' || g.name || ' is being deleted.'
    when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
    when s.status in ('deleting', 'quarantined', 'deleted') then 'The sandbox ' || s.name || ' is being deleted.'
    when s.status = 'frozen' and s.frozen_at >= r.submitted_at then 'The sandbox ' || s.name || ' was frozen.'
    when b.status in ('revoking', 'revoked', 'expired') then 'The access to ' || g.name || ' that this would extend has ended.'
    when exists (select from group_assignments e
        where e.group_id = r.group_id and e.person_id = r.requester_id and e.ending_since >= r.submitted_at)
      and not exists (select from group_assignments l
        where l.group_id = r.group_id and l.person_id = r.requester_id and l.status in ('scheduled', 'granting', 'active'))
      then 'The access to ' || g.name || ' was ended after this was requested.'
  end
from access_requests r
join people p on p.id = r.requester_id
join access_groups g on g.id = r.group_id
left join accounts a on a.id = g.account_id
left join sandboxes s on s.id = g.sandbox_id
left join group_assignments b on b.id = r.extends_assignment_id
union all
select 'sandboxRequest', r.id, r.requester_id, null, r.sandbox_id, null, r.reference, r.name,
  r.status, r.status in ('pending_approval', 'changes_requested'), r.status = 'pending_approval',
  case
    when not p.active then 'The person who requested this was disabled in the directory.'
    when s.status in ('quarantined', 'deleted') or s.removing_at is not null then 'The sandbox ' || s.name || ' is being removed.'
    when s.status = 'deleting' and (s.delete_because <> 'expired' or s.delete_asked_at >= r.submitted_at)
      then 'The sandbox ' || s.name || case s.delete_because when 'expired' then ' expired.' else ' is being deleted.' end
    -- A bigger budget is the remedy for a sandbox that was frozen for its budget, so that request keeps waiting.
    when s.status = 'frozen' and s.frozen_because <> 'budget' and s.frozen_at >= r.submitted_at then 'The sandbox ' || s.name || ' was frozen.'
  end
from sandbox_requests r
join people p on p.id = r.requester_id
left join sandboxes s on s.id = r.sandbox_id
union all
select 'pimActivation', t.id, t.person_id, t.account_id, null, null, null, t.role_name || ' in ' || a.name,
  t.status, t.status = 'pending_approval' or o.id is not null, t.status = 'pending_approval' or o.id is not null,
  case
    when not p.active then 'The person who requested this was disabled in the directory.'
    when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
    when o.id is not null and t.status <> 'active' then 'The role that this would extend has ended.'
  end
from pim_activations t
join people p on p.id = t.person_id
join accounts a on a.id = t.account_id
left join pim_orders o on o.activation_id = t.id and o.status = 'asked'
union all
select 'policyChange', c.change_id, p.id, null, null, null, null, 'Version ' || c.version || ' of “' || c.name || '”',
  c.status, true, true, case when not p.active then 'The person who proposed this was disabled in the directory.' end
from approval_policies c
left join approvals a on a.subject_kind = 'policyChange' and a.subject_id = c.change_id and a.status = 'pending'
left join people p on p.id = a.requester_id
where c.status = 'proposed';
