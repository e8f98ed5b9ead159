-- Live access to an account without a request was granted by a person or found in the directory.
select s.id, 'there is no granter for ' || s.person_id || ' in group ' || g.name as detail
from group_assignments s join access_groups g on g.id = s.group_id
where s.status in ('scheduled', 'granting', 'active') and s.via = 'admin' and s.granted_by is null and g.account_id is not null
