-- No step of a run in progress is done before its earlier steps.
select r.id, r.kind || ': step ' || l.name || ' is ' || l.status || ', step ' || e.name || ' before it is ' || e.status as detail
from work_runs r
join work_steps e on e.run_id = r.id and e.status = 'pending'
join work_steps l on l.run_id = r.id and l.position > e.position and l.status in ('succeeded', 'running', 'waiting')
where r.status in ('queued', 'running', 'waiting', 'failed')
