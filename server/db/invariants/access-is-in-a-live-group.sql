-- No access is live in a deleted group, account or sandbox.
select s.id, g.name || ' is ' || g.status || coalesce(', its account ' || a.status, ', its sandbox ' || b.status) as detail
from group_assignments s
join access_groups g on g.id = s.group_id
left join accounts a on a.id = g.account_id
left join sandboxes b on b.id = g.sandbox_id
where s.status in ('scheduled', 'granting', 'active') and (g.status = 'deleted' or a.status = 'deleted' or b.status = 'deleted')
