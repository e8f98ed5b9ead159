-- Every account that is being set up has a run.
select a.id, a.name || ' is ' || a.status || ' without a run' as detail
from accounts a
where a.status = 'provisioning' and a.kind = 'cloud'
  and not exists (select from work_runs r where r.subject_kind = 'accountRequest' and r.subject_id = a.request_id
    and r.status in ('queued', 'running', 'waiting', 'failed'))
