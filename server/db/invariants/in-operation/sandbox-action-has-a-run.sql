-- Every sandbox action in progress has a run.
select a.id, a.kind || ' of sandbox ' || a.sandbox_id || ' has no run' as detail
from sandbox_actions a
where a.status = 'open'
  and not exists (select from work_runs r where r.subject_kind = 'sandboxAction' and r.subject_id = a.id and r.status <> 'succeeded')
