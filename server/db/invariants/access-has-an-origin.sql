-- Live access was requested and approved, granted by another person, or found in the directory.
select s.id, 'via ' || s.via || case s.via
    when 'request' then ': the request is ' || r.status || ', for ' || r.requester_id || ' in group ' || r.group_id
    else ': granted by ' || coalesce(s.granted_by::text, 'no person') end as detail
from group_assignments s
join access_groups o on o.id = s.group_id
left join access_requests r on r.id = s.request_id
left join people p on p.id = s.person_id
left join people g on g.id = s.granted_by
where s.status in ('scheduled', 'granting', 'active')
  and case s.via
    when 'request' then r.status is distinct from 'approved' or r.group_id <> s.group_id or r.requester_id <> s.person_id
    when 'admin' then o.account_id is not null and identity_key(g) = identity_key(p)
    else false end
