create or replace function restore_reports_guard() returns trigger language plpgsql as $$
declare
  content constant text[] := array['ended_at', 'differences', 'total', 'unread', 'pending_deletions', 'problems'];
begin
  if tg_op = 'DELETE' or old.ended_at is not null or new.ended_at is null or to_jsonb(new) - content <> to_jsonb(old) - content then
    raise exception 'a report is written once and then kept' using errcode = '42501', constraint = 'append_only';
  end if;
  return new;
end $$;

create trigger restore_reports_guard before update or delete on restore_reports for each row execute function restore_reports_guard();
