-- A run that undoes another undoes one that was cancelled.
select r.id, r.kind || ' undoes a run that is ' || u.status as detail
from work_runs r join work_runs u on u.id = r.undoes
where u.status <> 'cancelled'
