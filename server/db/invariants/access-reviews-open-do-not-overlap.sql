-- No two reviews of the same or an overlapping scope are open.
select r.id, r.reference || ' and ' || o.reference || ' are both open' as detail
from access_reviews r join access_reviews o on r.id < o.id
  and coalesce(r.account_id, r.group_id, r.tower_id) = coalesce(o.account_id, o.group_id, o.tower_id)
  and (r.environments = '{}' or o.environments = '{}' or r.environments && o.environments)
where r.status = 'open' and o.status = 'open'
