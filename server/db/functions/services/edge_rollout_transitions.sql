create or replace function edge_rollout_transitions() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'running>halted', 'running>built', 'running>completed', 'running>cancelled', 'halted>running', 'halted>built', 'halted>completed',
    'halted>cancelled', 'built>running', 'built>completed']) then
    raise exception 'a rollout cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'edge_rollout_transitions';
  end if;
  return new;
end $$;

create trigger edge_rollouts_transitions before update of status on edge_rollouts for each row execute function edge_rollout_transitions();
