create or replace function edge_store_transitions() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'planned>queued', 'planned>skipped', 'queued>planned', 'queued>building', 'queued>skipped',
    'building>ready', 'building>failed', 'ready>completed', 'failed>planned', 'failed>queued', 'failed>skipped']) then
    raise exception 'a store of a rollout cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'edge_store_transitions';
  end if;
  return new;
end $$;

create trigger edge_rollout_stores_transitions before update of status on edge_rollout_stores for each row execute function edge_store_transitions();
