-- A decision in a review by others must come from a different person than the member. Results of earlier decisions can still be written if
-- two user accounts only later turn out to belong to the same person.
create or replace function access_review_item_transitions() returns trigger language plpgsql as $$
declare
  review record;
begin
  select status, reviewers into review from access_reviews where id = new.review_id;
  if new.group_id <> old.group_id or new.person_id <> old.person_id or new.review_id <> old.review_id then
    raise exception 'the membership of an item cannot change' using errcode = '23514', constraint = 'access_review_item_fixed';
  end if;
  if (new.decision, new.reason, new.decided_by, new.decided_at) is distinct from (old.decision, old.reason, old.decided_by, old.decided_at) then
    if review.status <> 'open' then
      raise exception 'this review is not open for decisions' using errcode = '23514', constraint = 'access_review_transitions';
    end if;
    if review.reviewers <> 'self' and same_identity(new.decided_by, new.person_id) then
      raise exception 'people cannot decide on their own memberships' using errcode = '23514', constraint = 'cannot_review_self';
    end if;
  end if;
  if (new.result, new.result_note, new.resolved_at) is distinct from (old.result, old.result_note, old.resolved_at)
    and review.status <> 'closing' then
    raise exception 'results are written only while a review closes' using errcode = '23514', constraint = 'access_review_transitions';
  end if;
  return new;
end $$;

create trigger access_review_items_transitions before update on access_review_items for each row execute function access_review_item_transitions();
