-- An administrator can lift the maximum stay of a group for one membership, never for a membership of their own.
alter table group_assignments
  add column maximum_lifted_by uuid references people,
  add column maximum_lifted_at timestamptz,
  add column maximum_lifted_because text check (length(maximum_lifted_because) between 1 and 2000),
  add constraint maximum_lifted_whole check (num_nonnulls(maximum_lifted_by, maximum_lifted_at, maximum_lifted_because) in (0, 3));
create trigger group_assignments_lifted before insert or update of maximum_lifted_by, person_id on group_assignments for each row
  when (new.maximum_lifted_by is not null)
  execute function require_other_human('maximum_lifted_by', 'person_id', 'nobody_lifts_own_maximum');

-- A family whose accounts are all deleted can be deleted: what is past keeps its name, and nothing new can be put into it.
alter table families add column deleted_at timestamptz;
drop index families_name;
create unique index families_name on families (lower(name)) where deleted_at is null;

create function family_in_use() returns trigger language plpgsql as $$
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

-- Waits for whoever deletes the family at the same moment.
create function require_family() returns trigger language plpgsql as $$
begin
  perform from families f where f.id = new.family_id and f.deleted_at is null for share;
  if not found then raise exception 'the family is deleted' using errcode = '23514', constraint = 'family_exists'; end if;
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
