-- No required eligibility has ended or is without a renewal an hour after its renewal was due.
select e.id,
  case when e.ends_at < now() then 'ended at ' || e.ends_at::text else 'ends at ' || e.ends_at::text || ' and is not being renewed' end as detail
from role_eligibilities e
where e.status = 'active' and e.renew_at < now() - interval '1 hour' and eligibility_is_needed(e, now())
  and (e.ends_at < now() or not exists (
    select from work_runs r
    where r.subject_kind = 'roleEligibility' and r.subject_id = e.renewal_id and r.status not in ('succeeded', 'cancelled', 'failed')))
