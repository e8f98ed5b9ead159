-- No person reviews or unblocks their own emergency access, from any of their user accounts.
select e.id, e.reference || ' was handled by ' || o.display_name || ', who used it' as detail
from emergency_accesses e
join people p on p.id = e.person_id
join people o on o.id in (e.reviewer_id, e.lifted_by)
where identity_key(o) = identity_key(p)
