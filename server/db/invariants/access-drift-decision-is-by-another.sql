-- No person adopts or restores their own access, from any of their user accounts.
select d.id, d.status || ' by ' || s.display_name || ', whose own access it is' as detail
from access_differences d
join people p on p.id = d.person_id
join people s on s.id = d.resolved_by
where d.status in ('adopted', 'restored') and d.resolved_at > now() - interval '30 days' and identity_key(p) = identity_key(s)
