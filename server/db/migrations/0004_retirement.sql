-- Taking accounts down: what is kept so that it can be undone until the resources go, and restored for 90 days after that.

create table account_retirements (
  update_id uuid primary key references account_updates,
  account_id uuid not null references accounts,
  phase text not null check (phase in ('grace', 'removing', 'gone', 'undoing', 'undone', 'restoring', 'restored', 'over')),
  -- Who could do what before access was taken away; nothing else can tell when it has to be given back.
  access jsonb not null default '{"assignments": [], "eligibilities": []}',
  -- The account's files in the landing-zone repository as they were before they were removed.
  files jsonb not null default '[]',
  begun_at timestamptz not null default now(),
  grace_ends_at timestamptz not null,
  cancelled_at timestamptz,
  restorable_until timestamptz,
  ended_at timestamptz,
  ended_by uuid references people,
  check ((phase in ('gone', 'restoring', 'restored', 'over')) = (restorable_until is not null))
);
create unique index account_retirements_live on account_retirements (account_id)
  where phase in ('grace', 'removing', 'gone', 'undoing', 'restoring');
create index account_retirements_account on account_retirements (account_id, begun_at desc);
create index account_retirements_restorable on account_retirements (restorable_until) where phase = 'gone';

-- The code has the same table (states.ts). Undoing and removing exclude each other: whichever comes first leaves `grace`.
create function retirement_move() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id then
    raise exception 'a retirement keeps its account' using errcode = '23514', constraint = 'retirement_fixed';
  end if;
  if new.phase is distinct from old.phase and not (old.phase || '>' || new.phase) = any (array[
    'grace>removing', 'grace>undoing', 'undoing>undone', 'removing>gone', 'gone>restoring', 'gone>over', 'restoring>restored']) then
    raise exception 'a retirement cannot go from % to %', old.phase, new.phase using errcode = '23514', constraint = 'retirement_moves';
  end if;
  return new;
end $$;
create trigger account_retirements_move before update on account_retirements for each row execute function retirement_move();
