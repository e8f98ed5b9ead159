-- No API key is live whose owner is disabled.
select k.id, k.name || ' is owned by ' || p.display_name || ', who is disabled' as detail
from api_keys k join people p on p.id = k.owner_id
where not p.active and k.revoked_at is null and k.expires_at > now()
