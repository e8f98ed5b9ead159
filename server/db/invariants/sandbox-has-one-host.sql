-- No subscription in the pool has two sandboxes.
select h.id, h.name || ' has ' || count(*) || ' sandboxes' as detail
from sandboxes s join sandbox_hosts h on h.id = s.host_id
where s.status not in ('queued', 'deleted') and h.kind = 'pool'
group by h.id
having count(*) > 1
