-- No session is live if its person has been disabled for 15 minutes.
select s.id, p.display_name || ' is disabled' as detail
from people p join sessions s on s.person_id = p.id
where not p.active and p.updated_at < now() - interval '15 minutes' and s.ended_at is null and s.expires_at > now()
