-- An empty list means all environments of a tower.
create or replace function review_scopes_overlap(one access_reviews, other access_reviews) returns boolean language sql immutable as $$
  select one.account_id is not distinct from other.account_id and one.group_id is not distinct from other.group_id
    and one.tower_id is not distinct from other.tower_id
    and (one.environments = '{}' or other.environments = '{}' or one.environments && other.environments)
$$;
