-- The account has a copy of the score, because lists sort and filter by it.
create or replace function account_health_score() returns trigger language plpgsql as $$
begin
  update accounts set health = new.score where id = new.account_id and health is distinct from new.score;
  return null;
end $$;

create trigger account_health_score after insert or update of score on account_health
  for each row execute function account_health_score();
