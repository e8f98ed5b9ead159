-- All steps of a succeeded run are done or skipped, and a failed run has a failed step.
select r.id, r.kind || ' ' || r.status || ' with step ' || s.name || ' ' || s.status as detail
from work_runs r join work_steps s on s.run_id = r.id
where r.status = 'succeeded' and s.status not in ('succeeded', 'skipped') and r.updated_at > now() - interval '30 days'
union all
select r.id, r.kind || ' failed without a failed step'
from work_runs r
where r.status = 'failed' and not exists (select from work_steps s where s.run_id = r.id and s.status = 'failed')
