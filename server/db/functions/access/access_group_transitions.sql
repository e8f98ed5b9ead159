create or replace function access_group_transitions() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.sandbox_id) is distinct from (old.account_id, old.sandbox_id) then
    raise exception 'the account or sandbox of a group cannot change' using errcode = '23514', constraint = 'access_group_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'creating>ready', 'creating>failed', 'failed>ready', 'ready>deleting', 'failed>deleting', 'deleting>deleted']) then
    raise exception 'a group cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'access_group_transitions';
  end if;
  return new;
end $$;

create trigger access_groups_transitions before update on access_groups for each row execute function access_group_transitions();
