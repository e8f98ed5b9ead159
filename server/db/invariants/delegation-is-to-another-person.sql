-- No person delegates to their own second user account.
select d.id, p.display_name || ' delegates to an account of the same person' as detail
from delegations d
join people p on p.id = d.person_id
join people r on r.id = d.delegate_id
where d.status in ('scheduled', 'live') and identity_key(p) = identity_key(r)
