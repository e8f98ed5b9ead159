create or replace view access_review_deciders as
select i.review_id, i.id as item_id, d.person_id, d.tier
from access_review_items i
join access_reviews r on r.id = i.review_id
join access_groups g on g.id = i.group_id
cross join lateral membership_deciders(r.reviewers,
  array(select n.person_id from access_review_named n where n.review_id = r.id order by n.position),
  g.account_id, i.person_id, r.escalated_at is not null) d;
