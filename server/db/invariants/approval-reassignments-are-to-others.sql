-- No decision is reassigned to the requester or to another user account of the requester.
select a.id, 'the receiver is the same person as the ' || case when identity_key(r) = identity_key(p) then 'sender' else 'requester' end as detail
from approval_reassignments x
join approvals a on a.id = x.approval_id and a.status = 'pending'
join people p on p.id = x.person_id
join people r on r.id = x.receiver_id
join people q on q.id = a.requester_id
where x.ended_at is null and identity_key(r) in (identity_key(p), identity_key(q))
