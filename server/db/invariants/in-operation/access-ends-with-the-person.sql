-- No person who has been disabled for an hour has live access.
select s.id, p.display_name || ' is disabled' as detail
from people p join group_assignments s on s.person_id = p.id
where not p.active and p.updated_at < now() - interval '1 hour' and s.status in ('scheduled', 'granting', 'active')
