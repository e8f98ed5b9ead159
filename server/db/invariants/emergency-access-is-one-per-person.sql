-- No person has open emergency access to an account twice, with any of their user accounts.
select e.id, e.reference || ' and ' || o.reference || ' belong to ' || p.display_name as detail
from emergency_accesses e
join emergency_accesses o on o.account_id = e.account_id and o.id > e.id
join people p on p.id = e.person_id
join people q on q.id = o.person_id
where e.status in ('opening', 'active', 'ending') and o.status in ('opening', 'active', 'ending') and identity_key(p) = identity_key(q)
