-- A closed approval has a closing time and no open stage.
select a.id, 'it is ' || a.status || ', and stage ' || s.stage || ' is open' as detail
from approval_stages s join approvals a on a.id = s.approval_id
where s.status = 'open' and a.status <> 'pending'
union all
select id, 'it is ' || status || ' without a time' from approvals where status <> 'pending' and closed_at is null
