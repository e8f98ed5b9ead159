create or replace function deployment_transitions() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or new.app <> old.app or new.action <> old.action or new.request <> old.request or new.key_id <> old.key_id then
    raise exception 'the target of a deployment cannot change' using errcode = '23514', constraint = 'deployment_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'queued>running', 'queued>superseded', 'queued>failed', 'running>succeeded', 'running>failed', 'failed>running', 'failed>succeeded',
    'queued>cancelled', 'running>cancelled', 'failed>cancelled']) then
    raise exception 'a deployment cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'deployment_transitions';
  end if;
  return new;
end $$;

create trigger deployments_transitions before update on deployments for each row execute function deployment_transitions();
