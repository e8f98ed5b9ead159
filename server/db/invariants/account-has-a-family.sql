-- Every account that is not deleted belongs to a family that is not deleted.
select a.id, a.name || ' is in ' || f.name || ', which was deleted' as detail
from accounts a join families f on f.id = a.family_id
where a.status <> 'deleted' and f.deleted_at is not null
