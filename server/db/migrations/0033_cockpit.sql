-- What a run is about, whatever kind of thing that is, as people call it.
create function work_about(run_kind text, subject text, id uuid)
returns table (name text, reference text, person_id uuid, account_id uuid) language sql stable as $$
  select r.name, r.reference, r.requester_id, r.account_id
  from account_requests r where subject = 'accountRequest' and r.id = $3
  union all
  select a.name, u.reference, u.requester_id, u.account_id
  from account_updates u join accounts a on a.id = u.account_id where subject = 'accountUpdate' and u.id = $3
  union all
  select g.name, r.reference, r.requester_id, g.account_id
  from access_requests r join access_groups g on g.id = r.group_id
  where subject in ('accessRequest', 'sandboxAccessRequest') and r.id = $3
  union all
  select g.name, null, case when run_kind <> 'revokeTogether' then s.person_id end, g.account_id
  from group_assignments s join access_groups g on g.id = s.group_id where subject = 'groupAssignment' and s.id = $3
  union all
  select t.role_name || ' in ' || a.name, null, t.person_id, t.account_id
  from pim_orders o join pim_activations t on t.id = o.activation_id join accounts a on a.id = t.account_id
  where subject = 'pimOrder' and o.id = $3
  union all
  select g.name, null, g.created_by, g.account_id from access_groups g where subject = 'accessGroup' and g.id = $3
  union all
  select g.name, null, d.person_id, d.account_id
  from access_differences d join access_groups g on g.id = d.group_id where subject = 'accessDifference' and d.id = $3
  union all
  select a.name, e.reference, e.person_id, e.account_id
  from emergency_accesses e join accounts a on a.id = e.account_id where subject = 'emergencyAccess' and e.id = $3
  union all
  select a.name, i.number, i.raised_by, i.account_id
  from incidents i join accounts a on a.id = i.account_id where subject = 'incident' and i.id = $3
  union all
  select r.name, r.reference, r.created_by, null from access_reviews r where subject = 'accessReview' and r.id = $3
  union all
  select d.app || ' of ' || a.name, null, null, d.account_id
  from deployments d join accounts a on a.id = d.account_id where subject = 'deployment' and d.id = $3
  union all
  select s.name, q.reference, s.requester_id, null
  from sandbox_actions a join sandboxes s on s.id = a.sandbox_id join sandbox_requests q on q.id = s.request_id
  where subject = 'sandboxAction' and a.id = $3
  union all
  select r.name || ', wave ' || w.number, r.reference, r.created_by, null
  from edge_waves w join edge_rollouts r on r.id = w.rollout_id where subject = 'edgeWave' and w.work_id = $3
$$;

alter table work_runs
  drop constraint work_runs_status_check,
  add constraint work_runs_status_check check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  -- What it was about when it began: lists find it by these.
  add column name text,
  add column reference text,
  add column person_id uuid references people,
  add column account_id uuid references accounts,
  add column search_text text not null generated always as (lower(coalesce(name, '') || ' ' || coalesce(reference, ''))) stored,
  -- The step it stands at, and since when and why that does not succeed.
  add column at_step text,
  add column stuck_since timestamptz,
  add column cause_service text,
  add column cause_code text,
  add column cause_text text,
  add column cancelled_by uuid references people,
  add column cancelled_at timestamptz,
  add column cancel_reason text,
  -- The run whose work this one takes back.
  add column undoes uuid references work_runs on delete cascade,
  add check ((status = 'cancelled') = (cancelled_at is not null)),
  add check ((cancelled_at is null) = (cancel_reason is null));

update work_runs r set (name, reference, person_id, account_id) = (
  select a.name, a.reference, a.person_id, a.account_id from work_about(r.kind, r.subject_kind, r.subject_id) a limit 1);
update work_runs r set at_step = s.name, cause_code = s.error ->> 'code', cause_text = s.error ->> 'message',
  stuck_since = case when s.error is not null then coalesce(s.ended_at, s.started_at, r.updated_at) end
from (select distinct on (run_id) * from work_steps where status not in ('succeeded', 'skipped') order by run_id, position) s
where s.run_id = r.id and r.status <> 'succeeded';

-- Whoever begins a run says what it is for; what people call that is looked up here, once.
create function work_run_about() returns trigger language plpgsql as $$
begin
  if new.name is null then
    select a.name, a.reference, a.person_id, a.account_id into new.name, new.reference, new.person_id, new.account_id
    from work_about(new.kind, new.subject_kind, new.subject_id) a limit 1;
  end if;
  return new;
end $$;
create trigger work_runs_about before insert on work_runs for each row execute function work_run_about();

-- A run that was called off stays so: nobody carries it on.
create function work_run_move() returns trigger language plpgsql as $$
begin
  if old.status = 'cancelled' and new.status is distinct from old.status then
    raise exception 'a run that was cancelled stays so' using errcode = '23514', constraint = 'work_run_moves';
  end if;
  return new;
end $$;
create trigger work_runs_move before update of status on work_runs for each row execute function work_run_move();

create index work_runs_search on work_runs using gin (search_text gin_trgm_ops);
create index work_runs_updated on work_runs (updated_at desc, id desc);
create index work_runs_created on work_runs (created_at desc, id desc);
create index work_runs_stuck on work_runs (stuck_since, id) where stuck_since is not null and status in ('queued', 'running', 'waiting', 'failed');
create index work_runs_account on work_runs (account_id, updated_at desc, id desc) where account_id is not null;
create index work_runs_person on work_runs (person_id, updated_at desc, id desc) where person_id is not null;
create index work_runs_undoes on work_runs (undoes) where undoes is not null;
create index work_runs_cancelled on work_runs (cancelled_at desc, id) where status = 'cancelled';

-- What was approved may still be called off while it is being carried out; what had been done is taken back by then.
create or replace function request_move() returns trigger language plpgsql as $$
begin
  if new.requester_id <> old.requester_id then
    raise exception 'the requester of a request never changes' using errcode = '23514', constraint = 'requester_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'draft>pending_approval', 'draft>cancelled',
    'pending_approval>approved', 'pending_approval>rejected', 'pending_approval>expired', 'pending_approval>cancelled',
    'pending_approval>changes_requested', 'changes_requested>pending_approval', 'changes_requested>cancelled',
    'changes_requested>expired', 'approved>cancelled']) then
    raise exception 'a request cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'request_moves';
  end if;
  return new;
end $$;

alter table deployments
  drop constraint deployments_status_check,
  add constraint deployments_status_check check (status in ('queued', 'running', 'succeeded', 'failed', 'superseded', 'cancelled')),
  drop constraint deployments_check1,
  add constraint deployments_ended check ((ended_at is not null) = (status in ('succeeded', 'failed', 'superseded', 'cancelled')));
create or replace function deployment_move() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or new.app <> old.app or new.action <> old.action or new.request <> old.request or new.key_id <> old.key_id then
    raise exception 'a deployment stays what was asked for' using errcode = '23514', constraint = 'deployment_fixed';
  end if;
  -- What failed for a reason that has passed may be carried on with by hand.
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'queued>running', 'queued>superseded', 'queued>failed', 'running>succeeded', 'running>failed', 'failed>running', 'failed>succeeded',
    'queued>cancelled', 'running>cancelled', 'failed>cancelled']) then
    raise exception 'a deployment cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'deployment_moves';
  end if;
  return new;
end $$;

-- How outside services have answered each replica in the last quarter of an hour, in buckets that add up; written every few seconds.
create unlogged table service_health (
  replica uuid not null,
  service text not null check (char_length(service) <= 60),
  seen jsonb not null,
  at timestamptz not null,
  primary key (replica, service)
);
create index service_health_at on service_health (at);

-- Our own statements that took longer than they should, without a value: at most a few hundred.
create table slow_queries (
  fingerprint text primary key check (char_length(fingerprint) <= 64),
  statement text not null check (char_length(statement) <= 2000),
  operation text not null check (char_length(operation) <= 80),
  count bigint not null,
  total_ms bigint not null,
  max_ms bigint not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null
);
create index slow_queries_last on slow_queries (last_seen);
