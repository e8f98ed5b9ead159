create or replace function enqueue_audit_events() returns trigger language plpgsql as $$
begin
  insert into audit_pending (event_id) select id from written;
  return null;
end $$;

create trigger enqueue_audit_events after insert on audit_events
  referencing new table as written for each statement execute function enqueue_audit_events();
