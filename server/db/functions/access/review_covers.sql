-- Returns whether groups of the account are in the scope of the review.
create or replace function review_covers(review access_reviews, account accounts) returns boolean language sql stable as $$
  select case
    when review.tower_id is not null
      then review.tower_id = account.tower_id and (review.environments = '{}' or account.environment = any (review.environments))
    when review.account_id is not null then review.account_id = account.id
    else exists (select from access_groups g where g.id = review.group_id and g.account_id = account.id)
  end
$$;
