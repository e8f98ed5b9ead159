-- A sandbox has one to five owners.
select s.id, s.name || ' has ' || o.owners || ' owners' as detail
from sandboxes s
cross join lateral (select count(*) as owners from sandbox_owners where sandbox_id = s.id) o
where s.status <> 'deleted' and o.owners not between 1 and 5
