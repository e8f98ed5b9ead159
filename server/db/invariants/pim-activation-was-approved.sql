-- Every privileged role that is active or being activated passed its first approval.
select p.id, p.role_name || ' is ' || p.status || ', and its first approval is ' || f.status as detail
from pim_activations p
cross join lateral (
  select a.status from approvals a where a.subject_kind = 'pimActivation' and a.subject_id = p.id order by a.opened_at limit 1
) f
where p.status in ('sending', 'scheduled', 'active', 'ending') and f.status <> 'approved'
