-- Access to sandboxes: their groups and what is asked of them, listed beside each other, and found by their names.

create index access_groups_sandbox_names on access_groups (name, id) where sandbox_id is not null and status <> 'deleted';
create index access_groups_sandbox_find on access_groups using gin (name gin_trgm_ops) where sandbox_id is not null and status <> 'deleted';
create index access_requests_sandbox_latest on access_requests (created_at desc, id) where sandbox_id is not null;

-- Work that was begun when only accounts had groups goes on: what it carries now says where the group belongs.
update work_runs
set input = (input - 'accountId' - 'accountName')
  || jsonb_build_object('home', jsonb_build_object('kind', 'account', 'id', input->'accountId'))
  || case when input ? 'accountName' then jsonb_build_object('homeName', input->'accountName') else '{}'::jsonb end
where kind in ('grantAccess', 'revokeAccess', 'restoreAccess', 'createAccessGroup', 'removeAccessGroup', 'removeStranger', 'restoreGroup')
  and input ? 'accountId';
