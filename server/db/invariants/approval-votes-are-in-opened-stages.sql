-- No stage has a vote before it is opened.
with recent as materialized (
  select id from approvals where status = 'pending' or (status <> 'pending' and closed_at > now() - interval '30 days')
)
select d.approval_id as id, 'stage ' || d.stage || ' was not opened' as detail
from recent c
join approval_decisions d on d.approval_id = c.id
join approval_stages s on s.approval_id = d.approval_id and s.stage = d.stage
where s.opened_at is null
