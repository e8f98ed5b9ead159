-- Every stage of an approved approval had enough counting votes by different people when it closed.
with recent as materialized (
  select id from approvals where status = 'approved' and automatic is null and closed_at > now() - interval '30 days'
)
select r.id, 'stage ' || s.stage || ' is ' || s.status || ' with ' || v.people || ' of ' || s.minimum || ' votes' as detail
from recent r
join approval_stages s on s.approval_id = r.id
cross join lateral (
  select count(distinct identity_key(p)) as people from approval_decisions d join people p on p.id = d.approver_id
  where d.approval_id = s.approval_id and d.stage = s.stage and d.decision = 'approve' and (s.counted is null or d.id = any (s.counted))
) v
where s.status <> 'approved' or v.people < s.minimum
