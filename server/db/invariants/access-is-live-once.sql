-- No person has two live assignments of one kind in the same group.
select min(id::text) as id, person_id || ' has ' || count(*) || ' live assignments via ' || via || ' in group ' || group_id as detail
from group_assignments
where status in ('scheduled', 'granting', 'active')
group by group_id, person_id, via
having count(*) > 1
