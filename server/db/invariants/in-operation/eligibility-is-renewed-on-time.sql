-- An eligibility that is still wanted is being renewed an hour after its renewal was due.
select e.id, 'ends at ' || e.ends_at::text || ' and is not being renewed' as detail
from role_eligibilities e
where e.status = 'active' and e.renew_at < now() - interval '1 hour' and eligibility_is_wanted(e, now())
  and not exists (
    select from work_runs r
    where r.subject_kind = 'roleEligibility' and r.subject_id = e.renewal_id and r.status not in ('succeeded', 'cancelled'))
