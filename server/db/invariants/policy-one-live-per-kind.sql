-- Every kind of request with a policy has exactly one live version, and only live versions are active.
select min(id::text) as id, subject_kind || ' has ' || count(*) filter (where active) || ' live versions' as detail
from approval_policies
group by subject_kind
having count(*) filter (where active) <> 1 and bool_or(live_at is not null)
union all
select id::text, subject_kind || ' version ' || version || ' is ' || status || ', active: ' || active
from approval_policies where active <> (status = 'live')
