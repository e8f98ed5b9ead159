-- No person votes twice in a stage, from two user accounts or on behalf of two people.
with recent as materialized (
  select id from approvals where status = 'pending' or (status <> 'pending' and closed_at > now() - interval '30 days')
)
select d.approval_id as id, 'stage ' || d.stage || ' has ' || count(*) || ' votes of ' || min(p.display_name) as detail
from recent c
join approval_decisions d on d.approval_id = c.id
join people p on p.id = d.approver_id
group by d.approval_id, d.stage, identity_key(p)
having count(*) > 1
