-- Locks the towers of a review, because only reviews in the same tower can overlap. These are the tower of its scope and, when it opens, of
-- the groups that it recorded, which can have moved to another tower since. Accounts are locked first, so that they can't move meanwhile.
create or replace function review_lock(review access_reviews) returns void language plpgsql as $$
declare
  key uuid;
begin
  for key in
    with locked as materialized (
      select a.tower_id from accounts a
      where a.id = coalesce(review.account_id, (select g.account_id from access_groups g where g.id = review.group_id))
        or a.id in (select g.account_id from access_review_items i join access_groups g on g.id = i.group_id where i.review_id = review.id)
      order by a.id for share
    ), towers_of as (
      select l.tower_id from locked l union select review.tower_id where review.tower_id is not null
    )
    select t.tower_id from towers_of t union select review.group_id where not exists (select from towers_of) order by 1
  loop
    perform pg_advisory_xact_lock(hashtextextended('access_review:' || key, 0));
  end loop;
end $$;
