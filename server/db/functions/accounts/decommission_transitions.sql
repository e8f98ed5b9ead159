-- The same table is in `decommission/states.ts`. An undo and the removal exclude each other, because only the first of them can leave the
-- phase `grace`.
create or replace function decommission_transitions() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id then
    raise exception 'the account of a decommission cannot change' using errcode = '23514', constraint = 'decommission_fixed';
  end if;
  if new.phase is distinct from old.phase and not (old.phase || '>' || new.phase) = any (array[
    'grace>removing', 'grace>undoing', 'undoing>undone', 'removing>gone', 'gone>restoring', 'gone>over', 'restoring>restored']) then
    raise exception 'a decommission cannot go from % to %', old.phase, new.phase using errcode = '23514', constraint = 'decommission_transitions';
  end if;
  return new;
end $$;

create trigger account_decommissions_transitions before update on account_decommissions for each row execute function decommission_transitions();
