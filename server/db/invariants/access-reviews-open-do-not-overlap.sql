-- No two open reviews have the same or an overlapping scope, or memberships of the same group.
-- Reviews can overlap if one opened before an upgrade to the revision that refuses this, or within a day of it by an older process.
with upgraded as materialized (
  select min(v.applied_at) + interval '1 day' as until from schema_revisions v
  where v.revision >= 31 and exists (select from schema_revisions e where e.revision < 31)
), open as materialized (
  select r.*, coalesce(r.account_id, g.account_id) as of_account from access_reviews r left join access_groups g on g.id = r.group_id
  where r.status = 'open'
), reviewed as materialized (
  select distinct i.review_id, i.group_id from access_review_items i join open r on r.id = i.review_id
)
select r.id, r.reference || ' and ' || o.reference || ' are both open' as detail
from open r join open o on r.id < o.id
where coalesce(greatest(r.opened_at, o.opened_at), 'infinity') > coalesce((select u.until from upgraded u), '-infinity') and (
  r.tower_id = o.tower_id and (r.environments = '{}' or o.environments = '{}' or r.environments && o.environments)
  or r.of_account = o.of_account and (r.group_id is null or o.group_id is null or r.group_id = o.group_id)
  or exists (select from reviewed i join reviewed j on j.group_id = i.group_id where i.review_id = r.id and j.review_id = o.id))
