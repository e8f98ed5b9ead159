-- The first tables: people, the organisation, accounts, requests, approvals, work, and what keeps them honest.

create extension if not exists pg_trgm;

-- People are the directory's; the key is the directory object id within one issuer and tenant, never an e-mail address.
create table people (
  id uuid primary key,
  issuer text not null,
  tenant_id uuid not null,
  display_name text not null check (length(display_name) between 1 and 256),
  email text check (length(email) <= 320),
  user_principal_name text check (length(user_principal_name) <= 320),
  department text,
  job_title text,
  manager_id uuid,
  active boolean not null default true,
  directory_checked_at timestamptz,
  signed_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, tenant_id, id)
);
create index people_email on people (lower(email));
create index people_user_principal_name on people (lower(user_principal_name));
create index people_search on people using gin ((lower(display_name || ' ' || coalesce(email, ''))) gin_trgm_ops);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references people,
  roles text[] not null default '{}',
  access_token text,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_person on sessions (person_id) where ended_at is null;
create index sessions_expires on sessions (expires_at);

-- A sign-in under way: what the browser must bring back unchanged.
create table sign_ins (
  state text primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamptz not null default now()
);

create table directory_groups (
  id uuid primary key,
  display_name text not null,
  checked_at timestamptz
);
create table directory_group_members (
  group_id uuid not null references directory_groups on delete cascade,
  person_id uuid not null references people,
  primary key (group_id, person_id)
);
create index directory_group_members_person on directory_group_members (person_id);

create table directory_cursors (
  name text primary key,
  link text not null,
  updated_at timestamptz not null default now()
);

create table towers (
  id uuid primary key,
  name text not null check (length(name) between 2 and 64),
  code text not null check (code ~ '^[A-Z]{2,8}$'),
  description text not null default '',
  cost_centre text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index towers_name on towers (lower(name));
create unique index towers_code on towers (code);
create table tower_leads (
  tower_id uuid not null references towers on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (tower_id, person_id)
);
create index tower_leads_person on tower_leads (person_id);

create table families (
  id uuid primary key,
  name text not null check (length(name) between 2 and 64),
  tower_id uuid not null references towers,
  description text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index families_name on families (lower(name));
create index families_tower on families (tower_id);
create table family_owners (
  family_id uuid not null references families on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (family_id, person_id)
);
create index family_owners_person on family_owners (person_id);

create table catalogue_items (
  id uuid primary key,
  name text not null,
  version text not null,
  category text not null,
  description text not null default '',
  inputs jsonb not null default '{}',
  monthly_estimate jsonb not null,
  documentation_url text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index catalogue_items_name on catalogue_items (lower(name));
create table catalogue_item_approvers (
  item_id uuid not null references catalogue_items on delete cascade,
  person_id uuid not null references people,
  primary key (item_id, person_id)
);
create index catalogue_item_approvers_person on catalogue_item_approvers (person_id);

create table accounts (
  id uuid primary key,
  name text not null check (length(name) between 1 and 63 and name !~ '[<>;|]'),
  name_key text not null generated always as (lower(name)) stored,
  description text not null default '',
  kind text not null check (kind in ('cloud', 'edge', 'manual')),
  environment text not null check (environment in ('production', 'preproduction', 'test', 'development')),
  workload text not null check (workload in ('Production', 'DevTest')),
  status text not null check (status in ('provisioning', 'failed', 'active', 'decommissioning', 'decommissioned', 'deleted')),
  subscription_id uuid,
  management_group_id text,
  tower_id uuid not null references towers,
  family_id uuid not null references families,
  cost_centre text not null default '',
  data_classification text not null check (data_classification in ('public', 'internal', 'confidential', 'restricted')),
  criticality text not null check (criticality in ('tier1', 'tier2', 'tier3', 'tier4')),
  region text not null,
  network jsonb not null default '{"connectivity":"none","addressSpaces":[]}',
  budget jsonb not null,
  budget_amount bigint not null generated always as ((budget->>'amount')::bigint) stored,
  catalogue_item_ids uuid[] not null default '{}',
  tags jsonb not null default '{}',
  store_numbers text[] not null default '{}',
  request_id uuid,
  search_text text not null generated always as (lower(name || ' ' || description || ' ' || cost_centre)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_live_name on accounts (name_key) where status <> 'deleted';
create unique index accounts_subscription on accounts (subscription_id) where subscription_id is not null and status <> 'deleted';
create unique index accounts_request on accounts (request_id) where request_id is not null;
create index accounts_by_name on accounts (name_key, id);
create index accounts_by_created on accounts (created_at, id);
create index accounts_by_updated on accounts (updated_at, id);
create index accounts_by_budget on accounts (budget_amount, id);
create index accounts_status on accounts (status, name_key, id);
create index accounts_environment_created on accounts (environment, status, created_at, id);
create index accounts_tower on accounts (tower_id, name_key, id);
create index accounts_family on accounts (family_id, name_key, id);
create index accounts_search on accounts using gin (search_text gin_trgm_ops);

create table account_owners (
  account_id uuid not null references accounts on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (account_id, person_id)
);
create index account_owners_person on account_owners (person_id, account_id);

-- An account in use always has 2 to 10 owners, whatever path a change takes.
create function account_owner_count() returns trigger language plpgsql as $$
declare
  account uuid;
  owners int;
begin
  if tg_table_name = 'accounts' then account := new.id;
  elsif tg_op = 'DELETE' then account := old.account_id;
  else account := new.account_id;
  end if;
  if exists (select 1 from accounts where id = account and status in ('active', 'decommissioning')) then
    select count(*) into owners from account_owners where account_id = account;
    if owners < 2 or owners > 10 then
      raise exception 'account % has % owners', account, owners using errcode = '23514', constraint = 'account_owners_2_to_10';
    end if;
  end if;
  return null;
end $$;
create constraint trigger account_owners_count after insert or update or delete on account_owners
  deferrable initially deferred for each row execute function account_owner_count();
create constraint trigger accounts_owners_count after insert or update of status on accounts
  deferrable initially deferred for each row execute function account_owner_count();

-- Private address space handed out to accounts; a range belongs to one account for good until it is given back.
create table address_ranges (
  range cidr primary key,
  region text not null,
  account_id uuid references accounts on delete set null,
  taken_at timestamptz
);
create index address_ranges_free on address_ranges (region, range) where account_id is null;
create unique index address_ranges_account on address_ranges (account_id) where account_id is not null;

create sequence account_request_number;
create table account_requests (
  id uuid primary key,
  reference text not null unique,
  requester_id uuid not null references people,
  status text not null check (status in ('draft', 'pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  name text not null,
  details jsonb not null,
  tower_id uuid not null references towers,
  family_id uuid not null references families,
  account_id uuid references accounts,
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index account_requests_live_name on account_requests (lower(name)) where status in ('pending_approval', 'changes_requested');
create index account_requests_requester on account_requests (requester_id, created_at desc, id);
create index account_requests_created on account_requests (created_at desc, id);

create table approval_policies (
  id uuid not null,
  version int not null,
  subject_kind text not null,
  name text not null,
  stages jsonb not null,
  active boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (id, version)
);
create unique index approval_policies_active on approval_policies (subject_kind) where active;

-- One row per round: asking again after changes were requested starts a new round, so no old vote can count.
create table approvals (
  id uuid primary key,
  subject_kind text not null,
  subject_id uuid not null,
  requester_id uuid not null references people,
  policy_id uuid not null,
  policy_version int not null,
  tower_id uuid references towers,
  family_id uuid references families,
  catalogue_item_ids uuid[] not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'changes_requested', 'expired', 'cancelled')),
  stage int not null,
  opened_at timestamptz not null default now(),
  due_at timestamptz not null,
  closed_at timestamptz,
  version int not null default 1,
  unique (id, requester_id),
  foreign key (policy_id, policy_version) references approval_policies (id, version)
);
create unique index approvals_one_pending on approvals (subject_kind, subject_id) where status = 'pending';
create index approvals_subject on approvals (subject_kind, subject_id, opened_at);
create index approvals_pending on approvals (opened_at, id) where status = 'pending';
create index approvals_requester on approvals (requester_id, opened_at desc);
create index approvals_due on approvals (due_at) where status = 'pending';
create index approvals_closed on approvals (closed_at) where status <> 'pending';

create table approval_stages (
  approval_id uuid not null references approvals on delete cascade,
  stage int not null,
  name text not null,
  rule jsonb not null,
  minimum int not null check (minimum between 1 and 10),
  status text not null check (status in ('waiting', 'open', 'approved', 'rejected', 'changes_requested', 'expired', 'cancelled')),
  opened_at timestamptz,
  closed_at timestamptz,
  primary key (approval_id, stage)
);
create index approval_stages_waits on approval_stages (name, closed_at) where status = 'approved';
create unique index approval_stages_one_open on approval_stages (approval_id) where status = 'open';

create table approval_decisions (
  id uuid primary key,
  approval_id uuid not null,
  stage int not null,
  approver_id uuid not null references people,
  requester_id uuid not null,
  decision text not null check (decision in ('approve', 'reject', 'requestChanges')),
  comment text not null default '',
  decided_at timestamptz not null default now(),
  constraint nobody_decides_on_an_own_request check (approver_id <> requester_id),
  constraint one_vote_per_person_and_stage unique (approval_id, stage, approver_id),
  foreign key (approval_id, requester_id) references approvals (id, requester_id),
  foreign key (approval_id, stage) references approval_stages (approval_id, stage)
);
create index approval_decisions_approver on approval_decisions (approver_id, decided_at desc);

-- Requests move only along these lines; the code has the same table (states.ts) and says it in words first.
create function request_move() returns trigger language plpgsql as $$
begin
  if new.requester_id <> old.requester_id then
    raise exception 'the requester of a request never changes' using errcode = '23514', constraint = 'requester_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'draft>pending_approval', 'draft>cancelled',
    'pending_approval>approved', 'pending_approval>rejected', 'pending_approval>expired', 'pending_approval>cancelled',
    'pending_approval>changes_requested', 'changes_requested>pending_approval', 'changes_requested>cancelled',
    'changes_requested>expired']) then
    raise exception 'a request cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'request_moves';
  end if;
  return new;
end $$;
create trigger account_requests_move before update on account_requests for each row execute function request_move();

create function approval_move() returns trigger language plpgsql as $$
begin
  if new.requester_id <> old.requester_id or new.subject_id <> old.subject_id then
    raise exception 'an approval keeps its requester and subject' using errcode = '23514', constraint = 'approval_fixed';
  end if;
  if old.status <> 'pending' and new.status is distinct from old.status then
    raise exception 'a closed approval stays as it is' using errcode = '23514', constraint = 'approval_moves';
  end if;
  return new;
end $$;
create trigger approvals_move before update on approvals for each row execute function approval_move();

create function account_move() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'provisioning>active', 'provisioning>failed', 'failed>provisioning', 'failed>deleted', 'active>decommissioning',
    'active>deleted', 'decommissioning>active', 'decommissioning>decommissioned', 'decommissioned>active', 'decommissioned>deleted']) then
    raise exception 'an account cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'account_moves';
  end if;
  return new;
end $$;
create trigger accounts_move before update of status on accounts for each row execute function account_move();

-- Who a rule names for these facts, now: active people other than the requester. Where it names nobody, its fallback group decides.
create function rule_people(rule jsonb, tower uuid, family uuid, items uuid[], requester uuid)
returns table (person_id uuid, fallback boolean) language sql stable as $$
  with named as (
    select p.id
    from (
      select t.person_id from tower_leads t where rule->>'kind' = 'towerLead' and t.tower_id = tower
      union
      select f.person_id from family_owners f where rule->>'kind' = 'familyOwner' and f.family_id = family
      union
      select c.person_id from catalogue_item_approvers c where rule->>'kind' = 'productApprover' and c.item_id = any (items)
      union
      select g.person_id from directory_group_members g where rule->>'kind' = 'directoryGroup' and g.group_id = (rule->>'groupId')::uuid
      union
      select (rule->>'personId')::uuid where rule->>'kind' = 'person'
    ) x
    join people p on p.id = x.person_id and p.active
    where p.id <> requester
  )
  select id, false from named
  union all
  select p.id, true
  from directory_group_members g
  join people p on p.id = g.person_id and p.active
  where g.group_id = (rule->>'fallbackGroupId')::uuid and p.id <> requester and not exists (select 1 from named)
$$;

-- The same for the stages of approvals: resolved when a decision is made, not when the request was filed.
create view stage_approvers as
select s.approval_id, s.stage, r.person_id, r.fallback
from approval_stages s
join approvals a on a.id = s.approval_id
cross join lateral rule_people(s.rule, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id) r;

-- Work: a run of named steps carrying out what was approved. The epoch fences a worker that lost its run to another.
create table work_runs (
  id uuid primary key,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  input jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed')),
  epoch int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null default now()
);
create unique index work_runs_one_per_subject on work_runs (kind, subject_id);
create index work_runs_subject on work_runs (subject_kind, subject_id);
create index work_runs_unfinished on work_runs (updated_at) where status in ('queued', 'running', 'waiting', 'failed');

create table work_steps (
  run_id uuid not null references work_runs on delete cascade,
  position int not null,
  name text not null,
  title text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped')),
  attempts int not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  next_attempt_at timestamptz,
  memo jsonb not null default '{}',
  output jsonb,
  error jsonb,
  note text,
  skipped_by uuid references people,
  skip_reason text,
  primary key (run_id, position),
  unique (run_id, name)
);

create table notifications (
  id uuid primary key,
  person_id uuid not null references people,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  title text not null,
  body text not null default '',
  dedupe_key text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (person_id, dedupe_key)
);
create index notifications_person on notifications (person_id, created_at desc, id);

create table idempotency_keys (
  subject text not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status int not null,
  headers jsonb not null,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (subject, operation, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table audit_events (
  id uuid primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  credential text not null,
  operation text not null,
  subject_kind text,
  subject_id text,
  before jsonb,
  after jsonb,
  outcome text not null check (outcome in ('allowed', 'denied', 'failed')),
  reason text,
  request_id text not null
);
create index audit_events_at on audit_events (at desc, id);
create index audit_events_subject on audit_events (subject_kind, subject_id, at desc);
create index audit_events_actor on audit_events (actor_id, at desc);

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501', constraint = 'append_only';
end $$;
create trigger audit_events_append_only before update or delete on audit_events for each row execute function append_only();
create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function append_only();
create trigger approval_decisions_append_only before update or delete on approval_decisions for each row execute function append_only();
