create or replace function account_transitions() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'provisioning>active', 'provisioning>failed', 'failed>provisioning', 'failed>deleted', 'active>decommissioning',
    'active>deleted', 'decommissioning>active', 'decommissioning>decommissioned', 'decommissioned>active', 'decommissioned>deleted']) then
    raise exception 'an account cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'account_transitions';
  end if;
  return new;
end $$;

create trigger accounts_transitions before update of status on accounts for each row execute function account_transitions();
