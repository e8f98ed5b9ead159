-- An event leaves the queue once it is in the chain. It also leaves the queue if the event no longer exists, which is written to the log.
create or replace function audit_pending_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (exists (select from audit_chain where event_id = old.event_id)
    or not exists (select from audit_events where id = old.event_id)) then
    return old;
  end if;
  raise exception 'an event that is not chained yet must stay in audit_pending' using errcode = '42501', constraint = 'append_only';
end $$;

create trigger audit_pending_guard before update or delete on audit_pending for each row execute function audit_pending_guard();
