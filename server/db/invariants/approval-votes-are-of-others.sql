-- No person votes on their own request, directly, from another user account, or on the requester's behalf.
with recent as materialized (
  select id from approvals where status = 'pending' or (status <> 'pending' and closed_at > now() - interval '30 days')
)
select d.approval_id as id, 'the vote of ' || a.display_name || ' in stage ' || d.stage || ' is the requester''s own' as detail
from recent c
join approval_decisions d on d.approval_id = c.id
join people r on r.id = d.requester_id
join people a on a.id in (d.approver_id, d.on_behalf_of)
where identity_key(a) = identity_key(r)
