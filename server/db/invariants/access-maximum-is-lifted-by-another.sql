-- No person lifts the maximum duration of their own membership, from any of their user accounts.
select m.id, 'lifted by ' || l.display_name || ', whose own membership it is' as detail
from group_assignments m
join people p on p.id = m.person_id
join people l on l.id = m.maximum_lifted_by
where m.status in ('scheduled', 'granting', 'active') and identity_key(p) = identity_key(l)
