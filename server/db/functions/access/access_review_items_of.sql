-- This function is the inverse of `access_review_deciders`. It returns the items that a person can decide or has decided, in one review or
-- in all open reviews. Candidate items are found first, because there are few of them.
create or replace function access_review_items_of(person uuid, review uuid default null)
returns table (item_id uuid, review_id uuid, pending boolean) language sql stable as $$
  with possible as materialized (
    select i.id, i.review_id, i.decision = 'pending' as pending, i.decided_by
    from access_reviews r
    join access_review_items i on i.review_id = r.id
    join people m on m.id = i.person_id
    join access_groups g on g.id = i.group_id
    join accounts a on a.id = g.account_id
    where (r.id = review or review is null and r.status = 'open')
      and (i.decided_by = person
        or r.reviewers = 'self' and i.person_id = person
        or r.reviewers = 'managers' and m.manager_id = person
        or r.reviewers = 'named' and r.id in (select n.review_id from access_review_named n where n.person_id = person)
        or g.account_id in (select o.account_id from account_owners o where o.person_id = person)
        or (a.family_id in (select f.family_id from family_owners f where f.person_id = person)
            or a.tower_id in (select t.tower_id from tower_leads t where t.person_id = person)
            or exists (select from directory_groups b join directory_group_members d on d.group_id = b.id
              where b.fallback_owners and d.person_id = person))
          and (r.escalated_at is not null or not exists (select from account_owners o join people p on p.id = o.person_id and p.active
            where o.account_id = a.id and identity_key(p) <> identity_key(m))))
  )
  select p.id, p.review_id, p.pending from possible p
  -- The offset makes the planner check each item separately instead of computing all deciders first.
  where p.decided_by = person
    or exists (select from access_review_deciders d where d.item_id = p.id and d.person_id = person offset 0)
$$;
