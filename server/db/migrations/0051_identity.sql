-- A program calls with a key of ours or with a token that the directory issued to its application. Both are registered in one table: what the
-- program can do, for which accounts, who answers for it and until when does not depend on how it proves who it is.
alter table api_keys
  add column application_id uuid,
  alter column public_id drop not null,
  alter column hash drop not null,
  add constraint api_keys_credential check ((application_id is null) = (public_id is not null) and (public_id is null) = (hash is null)),
  drop column search_text;
alter table api_keys
  add column search_text text not null generated always as (lower(name || ' ' || coalesce(public_id, application_id::text))) stored;
create index api_keys_search on api_keys using gin (search_text gin_trgm_ops);
create unique index api_keys_application on api_keys (application_id) where revoked_at is null;
-- Slipway itself revokes the keys of people who leave, and then nobody is named.
alter table api_keys
  drop constraint api_keys_check1,
  add constraint api_keys_revoked check (revoked_at is not null or revoked_by is null);

-- When the roles of a person were last read from the directory by signing in; the cursor appRoles says when everybody's were.
alter table people add column roles_at timestamptz;
