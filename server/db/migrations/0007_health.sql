-- One health score for each account, and the parts it is made of.

alter table accounts add column health int check (health between 0 and 100);
create index accounts_by_health on accounts (health, id) where status <> 'deleted';

create table account_health (
  account_id uuid primary key references accounts on delete cascade,
  score int not null check (score between 0 and 100),
  parts jsonb not null,
  checked_at timestamptz not null
);

-- The score stands with the account as well, so that lists sort and filter by it.
create function account_health_score() returns trigger language plpgsql as $$
begin
  update accounts set health = new.score where id = new.account_id and health is distinct from new.score;
  return null;
end $$;
create trigger account_health_score after insert or update of score on account_health
  for each row execute function account_health_score();

-- What is not in use is not judged.
create function account_health_ends() returns trigger language plpgsql as $$
begin
  new.health := null;
  return new;
end $$;
create trigger accounts_health_ends before update of status on accounts
  for each row when (new.status <> 'active') execute function account_health_ends();
