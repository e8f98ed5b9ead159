create or replace function family_in_use() returns trigger language plpgsql as $$
begin
  if exists (select from accounts a where a.family_id = new.id and a.status <> 'deleted')
    or exists (select from account_requests r where r.family_id = new.id and r.status in ('draft', 'pending_approval', 'changes_requested'))
    or exists (select from approvals a where a.family_id = new.id and a.status = 'pending')
    or exists (select from edge_rollouts r where r.family_id = new.id and r.status in ('running', 'halted', 'built'))
    or exists (select from notification_channels c where c.family_id = new.id and c.deleted_at is null) then
    raise exception 'the family is still in use' using errcode = '23514', constraint = 'family_in_use';
  end if;
  return new;
end $$;

create trigger families_deleted before update of deleted_at on families for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function family_in_use();
