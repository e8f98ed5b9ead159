-- No access request or extension waits for a target that has ended.
select r.id, r.reference || case when x.id is not null then ' extends access that is ' || x.status
    else ' is for ' || g.name || ', which is ' || g.status || coalesce(', in an account that is ' || a.status, ', in a sandbox that is ' || b.status) end as detail
from access_requests r
join access_groups g on g.id = r.group_id
left join accounts a on a.id = g.account_id
left join sandboxes b on b.id = g.sandbox_id
left join group_assignments x on x.id = r.extends_assignment_id and x.status in ('revoking', 'expired', 'revoked')
where r.status in ('pending_approval', 'changes_requested')
  and (x.id is not null or g.status in ('deleting', 'deleted') or a.status in ('decommissioned', 'deleted') or b.status in ('deleting', 'deleted'))
