create or replace function access_review_transitions() returns trigger language plpgsql as $$
declare
  is_opened boolean;
  is_planned boolean := false;
begin
  if new.environments <> '{}' and new.tower_id is null then
    raise exception 'only the review of a tower can be limited to environments'
      using errcode = '23514', constraint = 'access_review_environments';
  end if;
  if tg_op = 'UPDATE' then
    if new.created_by <> old.created_by or new.account_id is distinct from old.account_id
      or new.group_id is distinct from old.group_id or new.tower_id is distinct from old.tower_id or new.environments <> old.environments
      or new.reviewers <> old.reviewers then
      raise exception 'the scope of a review cannot change' using errcode = '23514', constraint = 'access_review_fixed';
    end if;
    if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
      'scheduled>open', 'scheduled>cancelled', 'open>closing', 'open>cancelled', 'closing>applied']) then
      raise exception 'a review cannot go from % to %', old.status, new.status
        using errcode = '23514', constraint = 'access_review_transitions';
    end if;
    if old.status in ('applied', 'cancelled') then
      raise exception 'a closed review cannot change' using errcode = '23514', constraint = 'access_review_transitions';
    end if;
    is_opened := new.status = 'open' and old.status <> 'open';
  else
    is_opened := new.status = 'open';
    -- A repetition must not fail, because it is scheduled when the review before it closes. It opens when no other review is open.
    is_planned := new.previous_id is null;
  end if;
  if is_opened or is_planned then
    perform review_lock(new);
  end if;
  if is_planned and exists (select from access_reviews r where r.status in ('scheduled', 'open') and review_scopes_overlap(r, new)
      and r.starts_at < new.due_at and (r.due_at > new.starts_at or new.starts_at <= new.created_at)) then
    raise exception 'another review of an overlapping scope is scheduled or open at that time'
      using errcode = '23505', constraint = 'access_reviews_no_overlap';
  end if;
  if is_opened and exists (select from access_reviews r where r.id <> new.id and r.status = 'open' and review_scopes_overlap(r, new)) then
    raise exception 'another review of an overlapping scope is open' using errcode = '23505', constraint = 'access_reviews_one_open';
  end if;
  return new;
end $$;

create trigger access_reviews_transitions before insert or update on access_reviews for each row execute function access_review_transitions();
