-- No API key works if its owner has been disabled for 15 minutes.
select k.id, k.name || ' is owned by ' || p.display_name || ', who is disabled' as detail
from api_keys k join people p on p.id = k.owner_id
where not p.active and p.updated_at < now() - interval '15 minutes' and k.revoked_at is null and k.expires_at > now()
