-- This view has the open requests whose base has ended, each with a reason for the notification. It alone decides which requests are
-- withdrawn, and `approval_base_ended` uses it to block their approval. If the base can leave the state again (frozen, or expired with a
-- grace period), only requests from before that state are listed.
create or replace view ended_requests as
select 'accountRequest'::text as subject_kind, r.id as subject_id, r.requester_id, null::uuid as account_id, null::uuid as sandbox_id,
  null::uuid as group_id, r.reference, r.status, 'The person who requested this was disabled in the directory.' as reason
from account_requests r
join people p on p.id = r.requester_id
where r.status in ('pending_approval', 'changes_requested') and not p.active
union all
select 'accountUpdate', u.id, u.requester_id, u.account_id, null, null, u.reference, u.status, why.reason
from account_updates u
join people p on p.id = u.requester_id
join accounts a on a.id = u.account_id
cross join lateral (select case
  when not p.active then 'The person who requested this was disabled in the directory.'
  when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
end as reason) why
where u.status in ('pending_approval', 'changes_requested') and why.reason is not null
union all
select case when g.account_id is null then 'sandboxAccessRequest' else 'accessRequest' end, r.id, r.requester_id, g.account_id, g.sandbox_id,
  g.id, r.reference, r.status, why.reason
from access_requests r
join people p on p.id = r.requester_id
join access_groups g on g.id = r.group_id
left join accounts a on a.id = g.account_id
left join sandboxes s on s.id = g.sandbox_id
left join group_assignments b on b.id = r.extends_assignment_id
cross join lateral (select case
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
end as reason) why
where r.status in ('pending_approval', 'changes_requested') and why.reason is not null
union all
select 'sandboxRequest', r.id, r.requester_id, null, r.sandbox_id, null, r.reference, r.status, why.reason
from sandbox_requests r
join people p on p.id = r.requester_id
left join sandboxes s on s.id = r.sandbox_id
cross join lateral (select case
  when not p.active then 'The person who requested this was disabled in the directory.'
  when s.status in ('quarantined', 'deleted') or s.removing_at is not null then 'The sandbox ' || s.name || ' is being removed.'
  when s.status = 'deleting' and (s.delete_cause <> 'expired' or s.delete_requested_at >= r.submitted_at)
    then 'The sandbox ' || s.name || case s.delete_cause when 'expired' then ' expired.' else ' is being deleted.' end
  -- A larger budget resumes a sandbox that was frozen because of its budget, so a request for a larger budget stays open.
  when s.status = 'frozen' and s.freeze_cause <> 'budget' and s.frozen_at >= r.submitted_at then 'The sandbox ' || s.name || ' was frozen.'
end as reason) why
where r.status in ('pending_approval', 'changes_requested') and why.reason is not null
union all
select 'pimActivation', t.id, t.person_id, t.account_id, null, null, t.role_name || ' in ' || a.name, t.status, why.reason
from pim_activations t
join people p on p.id = t.person_id
join accounts a on a.id = t.account_id
left join pim_orders o on o.activation_id = t.id and o.status = 'requested'
cross join lateral (select case
  when not p.active then 'The person who requested this was disabled in the directory.'
  when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
  when o.id is not null and t.status <> 'active' then 'The role that this would extend has ended.'
end as reason) why
where (t.status = 'pending_approval' or o.id is not null) and why.reason is not null
union all
select 'policyChange', c.change_id, p.id, null, null, null, 'Version ' || c.version || ' of “' || c.name || '”', c.status,
  'The person who proposed this was disabled in the directory.'
from approval_policies c
join approvals a on a.subject_kind = 'policyChange' and a.subject_id = c.change_id and a.status = 'pending'
join people p on p.id = a.requester_id
where c.status = 'proposed' and not p.active
union all
select a.subject_kind, a.subject_id, a.requester_id, r.account_id, r.sandbox_id, r.group_id, coalesce(r.reference, r.name), r.status,
  'An earlier stage was not approved by enough people other than the requester.'
from approvals a
join approval_requests r on r.kind = a.subject_kind and r.id = a.subject_id
where a.status = 'pending' and a.stage > 1 and lacks_votes_of_others(a.id);
