-- A pending approval has exactly one open stage, its current one, and all earlier stages are approved.
select a.id, 'it is at stage ' || a.stage || '; ' || coalesce(string_agg(s.stage || ' ' || s.status, ', ' order by s.stage), 'it has no stages') as detail
from approvals a left join approval_stages s on s.approval_id = a.id
where a.status = 'pending'
group by a.id
having count(*) filter (where s.status = 'open') <> 1
  or count(*) filter (where s.status = 'open' and s.stage = a.stage) <> 1
  or bool_or(s.stage < a.stage and s.status <> 'approved')
