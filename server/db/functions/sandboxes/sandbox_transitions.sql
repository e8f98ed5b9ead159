create or replace function sandbox_transitions() returns trigger language plpgsql as $$
begin
  if new.request_id <> old.request_id or new.requester_id <> old.requester_id or new.template_id <> old.template_id then
    raise exception 'the request of a sandbox cannot change' using errcode = '23514', constraint = 'sandbox_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'queued>provisioning', 'queued>deleted', 'provisioning>active', 'provisioning>failed', 'failed>provisioning', 'failed>deleting',
    'active>frozen', 'frozen>active', 'active>deleting', 'frozen>deleting', 'deleting>active', 'deleting>frozen',
    'deleting>deleted', 'deleting>quarantined', 'quarantined>deleting']) then
    raise exception 'a sandbox cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'sandbox_transitions';
  end if;
  if old.status = 'deleting' and new.status in ('active', 'frozen') and old.removing_at is not null then
    raise exception 'a removal cannot be undone' using errcode = '23514', constraint = 'sandbox_transitions';
  end if;
  return new;
end $$;

create trigger sandboxes_transitions before update on sandboxes for each row execute function sandbox_transitions();
