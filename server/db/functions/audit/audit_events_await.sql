create or replace function audit_events_await() returns trigger language plpgsql as $$
begin
  insert into audit_pending (event_id) select id from written;
  return null;
end $$;

create trigger audit_events_await after insert on audit_events
  referencing new table as written for each statement execute function audit_events_await();
