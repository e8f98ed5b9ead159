-- A restore is accepted once, with its last report, which must be complete. An open restore can otherwise be closed only by a later
-- restore.
create or replace function database_restores_guard() returns trigger language plpgsql as $$
declare
  closing constant text[] := array['closed_at', 'accepted_by', 'accepted_report', 'comment'];
begin
  if tg_op = 'DELETE' or old.closed_at is not null or new.closed_at is null or to_jsonb(new) - closing <> to_jsonb(old) - closing then
    raise exception 'a database restore is closed once and then kept' using errcode = '42501', constraint = 'append_only';
  end if;
  if new.accepted_by is null then
    if exists (select from database_restores r where r.id <> new.id and r.closed_at is null and r.restored_at >= new.restored_at) then
      return new;
    end if;
  elsif exists (select from people p where p.id = new.accepted_by and p.active and 'Slipway.Admin' = any (p.roles))
    and exists (select from restore_reports r where r.id = new.accepted_report and r.restore_id = new.id and r.ended_at is not null
      and r.problems = '[]' and not exists (select from restore_reports l where l.restore_id = new.id and l.number > r.number)) then
    return new;
  end if;
  raise exception 'a database restore is accepted by an administrator, with its last complete report'
    using errcode = '42501', constraint = 'restore_accepted_with_report';
end $$;

create trigger database_restores_guard before update or delete on database_restores for each row execute function database_restores_guard();
