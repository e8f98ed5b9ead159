-- Every run that reverses another reverses a cancelled one.
select r.id, r.kind || ' undoes a run that is ' || u.status as detail
from work_runs r join work_runs u on u.id = r.undoes
where u.status <> 'cancelled'
