-- The account has a copy of the score, because lists sort and filter by it.
create or replace function account_health_score() returns trigger language plpgsql as $$
begin
  update accounts set health = new.score, health_known = new.known
  where id = new.account_id and (health, health_known) is distinct from (new.score, new.known);
  return null;
end $$;

create trigger account_health_score after insert or update of score, known on account_health
  for each row execute function account_health_score();
