-- An applied review has a result for every membership.
select r.id, r.reference || ' is applied with ' || count(*) || ' memberships open' as detail
from access_reviews r join access_review_items i on i.review_id = r.id
where r.status = 'applied' and (i.result is null or i.result = 'pending')
group by r.id, r.reference
