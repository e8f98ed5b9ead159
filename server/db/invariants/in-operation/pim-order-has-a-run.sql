-- Every open request to Azure for a privileged role has a run.
select o.id, o.kind || ' of activation ' || o.activation_id || ' has no run' as detail
from pim_orders o
where o.status = 'open'
  and not exists (select from work_runs r where r.subject_kind = 'pimOrder' and r.subject_id = o.id and r.status <> 'succeeded')
