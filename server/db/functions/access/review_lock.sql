-- Locks the tower of a review, because only reviews in the same tower can overlap. The account is locked first, so that it can't move to
-- another tower meanwhile.
create or replace function review_lock(review access_reviews) returns void language plpgsql as $$
declare
  tower uuid := review.tower_id;
begin
  if tower is null then
    select a.tower_id into tower from accounts a
    where a.id = coalesce(review.account_id, (select g.account_id from access_groups g where g.id = review.group_id)) for share;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('access_review:' || coalesce(tower, review.group_id), 0));
end $$;
