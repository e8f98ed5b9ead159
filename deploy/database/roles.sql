-- Creates Slipway's two roles and its database. Run it once, as an administrator of the server, with psql 15 or later:
--   OWNER_PASSWORD=… APP_PASSWORD=… psql "$ADMIN_URL" -f roles.sql
-- slipway_owner owns the tables and migrates them (DATABASE_MIGRATION_URL). slipway_app owns nothing (DATABASE_URL): Slipway grants it
-- what it needs, so that it can't change the audit trail.
\set ON_ERROR_STOP on
-- Other users of the machine can't read the environment, in contrast to the command line.
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
select set_config('slipway.has_no_password', (:'owner_password' = '' or :'app_password' = '')::text, false);
do $$ begin
  if current_setting('slipway.has_no_password')::boolean then raise exception 'Set OWNER_PASSWORD and APP_PASSWORD.'; end if;
end $$;
create role slipway_owner login password :'owner_password';
create role slipway_app login password :'app_password';
-- An administrator that isn't a superuser, as in a managed service, can create a database only for a role that it belongs to.
grant slipway_owner to current_user;
create database slipway owner slipway_owner;
revoke connect, temporary on database slipway from public;
grant connect on database slipway to slipway_app;
