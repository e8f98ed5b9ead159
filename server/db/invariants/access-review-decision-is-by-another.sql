-- No person decides on their own access in a review by others, from any of their user accounts.
select i.id, i.person_name || ' was decided on from an account of their own' as detail
from access_reviews r
join access_review_items i on i.review_id = r.id
join people p on p.id = i.person_id
join people d on d.id = i.decided_by
where r.reviewers <> 'self' and identity_key(p) = identity_key(d)
  and (r.status in ('open', 'closing') or (r.applied_at > now() - interval '30 days'))
