-- Scopes overlap if a group is in both. An empty list means all environments of a tower. An account can move to another tower while its
-- groups are reviewed, so recorded memberships are compared too.
create or replace function review_scopes_overlap(one access_reviews, other access_reviews) returns boolean language sql stable as $$
  select case
    when one.tower_id is not null and other.tower_id is not null then one.tower_id = other.tower_id
      and (one.environments = '{}' or other.environments = '{}' or one.environments && other.environments)
    when one.group_id is not null and other.group_id is not null then one.group_id = other.group_id
    else exists (
      select from accounts a
      where a.id = coalesce(one.account_id, other.account_id,
          (select g.account_id from access_groups g where g.id = coalesce(one.group_id, other.group_id)))
        and review_covers(one, a) and review_covers(other, a))
  end
  or exists (
    select from access_review_items i where i.review_id = one.id
      and i.group_id in (select o.group_id from access_review_items o where o.review_id = other.id))
$$;
