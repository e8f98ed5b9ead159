-- Employee numbers can change after a vote, so the votes are counted again with the current employee numbers.
create or replace function lacks_votes_of_others(round uuid) returns boolean language sql stable as $$
  select exists (
    select from approvals a
    join people q on q.id = a.requester_id
    join approval_stages s on s.approval_id = a.id and s.status = 'approved' and s.counted is not null
    cross join lateral (
      select count(distinct identity_key(v)) as others
      from approval_decisions d join people v on v.id = d.approver_id left join people h on h.id = d.on_behalf_of
      where d.id = any (s.counted) and identity_key(v) <> identity_key(q) and (h.id is null or identity_key(h) <> identity_key(q))
    ) c
    where a.id = round and c.others < s.minimum)
$$;
