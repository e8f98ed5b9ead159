-- If another transaction is deleting the family, the row lock waits for that transaction.
create or replace function require_family() returns trigger language plpgsql as $$
begin
  perform from families f where f.id = new.family_id and f.deleted_at is null for share;
  if not found then raise exception 'the family was deleted' using errcode = '23514', constraint = 'family_exists'; end if;
  return new;
end $$;

create trigger accounts_family before insert or update of family_id, status on accounts for each row
  when (new.status <> 'deleted') execute function require_family();
create trigger account_requests_family before insert or update of family_id, status on account_requests for each row
  when (new.status in ('draft', 'pending_approval', 'changes_requested')) execute function require_family();
create trigger edge_rollouts_family_exists before insert or update of family_id, status on edge_rollouts for each row
  when (new.status in ('running', 'halted', 'built')) execute function require_family();
create trigger notification_channels_family before insert or update of family_id, deleted_at on notification_channels for each row
  when (new.family_id is not null and new.deleted_at is null) execute function require_family();
