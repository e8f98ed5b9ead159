-- What pipelines asked the deployment tool to do, and what became of it. The tool itself is the record of what runs.
create table deployments (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Name of the application, and of the project it is in there.
  app text not null check (app ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  project text not null check (char_length(project) between 1 and 100),
  action text not null check (action in ('deploy', 'remove')),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'superseded')),
  -- What was asked for, without a secret; the hash tells the same request sent twice.
  request jsonb not null,
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  revision text check (char_length(revision) <= 200),
  -- The commit or chart version that the tool made of the revision.
  deployed_revision text check (char_length(deployed_revision) <= 200),
  -- What became of it, in plain words.
  result text check (char_length(result) <= 2000),
  key_id uuid not null references api_keys,
  key_name text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  check ((action = 'deploy') = (revision is not null)),
  check ((ended_at is not null) = (status in ('succeeded', 'failed', 'superseded')))
);
create index deployments_account on deployments (account_id, created_at desc, id desc);
create index deployments_app on deployments (account_id, app, created_at desc, id desc);
create index deployments_key on deployments (key_id);
-- One is carried out and one waits for its turn; what waited gives way to what is newer.
create unique index deployments_one_running on deployments (account_id, app) where status = 'running';
create unique index deployments_one_waiting on deployments (account_id, app) where status = 'queued';

create function deployment_move() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or new.app <> old.app or new.action <> old.action or new.request <> old.request or new.key_id <> old.key_id then
    raise exception 'a deployment stays what was asked for' using errcode = '23514', constraint = 'deployment_fixed';
  end if;
  -- What failed for a reason that has passed may be carried on with by hand.
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'queued>running', 'queued>superseded', 'queued>failed', 'running>succeeded', 'running>failed', 'failed>running', 'failed>succeeded']) then
    raise exception 'a deployment cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'deployment_moves';
  end if;
  return new;
end $$;
create trigger deployments_move before update on deployments for each row execute function deployment_move();
