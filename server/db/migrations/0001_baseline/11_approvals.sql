create table approval_policies (
  id uuid not null,
  version int not null,
  subject_kind text not null,
  name text not null,
  stages jsonb not null,
  active boolean not null default false,
  created_at timestamptz not null default now(),
  description text not null default '' check (length(description) <= 1000),
  -- Each is {when, because}: matching requests are rejected or approved with that reason; rejecting takes precedence.
  reject jsonb not null default '[]',
  approve jsonb not null default '[]',
  status text not null default 'draft' check (status in ('draft', 'proposed', 'live', 'replaced', 'rejected')),
  change_note text not null default '' check (length(change_note) <= 1000),
  based_on int,
  revision int not null default 1,
  change_id uuid not null unique default gen_random_uuid(),
  created_by uuid references people,
  proposed_at timestamptz,
  live_at timestamptz,
  replaced_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (id, version),
  check (not active or status = 'live')
);
create unique index approval_policies_active on approval_policies (subject_kind) where active;
create unique index approval_policies_open on approval_policies (id) where status in ('draft', 'proposed');
create index approval_policies_kind on approval_policies (subject_kind, version desc);

-- One row per round. Resubmitting after requested changes starts a new round, so that earlier votes can't count.
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
  account_id uuid references accounts,
  sandbox_id uuid references sandboxes,
  -- Values that the policy's conditions used, kept for replays.
  facts jsonb not null default '{}',
  -- Reason of the rule that decided automatically.
  automatic text,
  reminded_by_requester_at timestamptz,
  -- Result of rules outside the policy (a sandbox's template, a role in Azure) at that time; a replay reuses it.
  given text check (given in ('approved', 'stages', 'asked')),
  -- Deadline for the requester's changes, with a reminder before it; then the request expires.
  answer_by timestamptz,
  -- Time of the next check; null once the request was changed or expired.
  answer_next timestamptz,
  unique (id, requester_id),
  foreign key (policy_id, policy_version) references approval_policies (id, version)
);
create unique index approvals_one_pending on approvals (subject_kind, subject_id) where status = 'pending';
create index approvals_subject on approvals (subject_kind, subject_id, opened_at);
create index approvals_pending on approvals (opened_at, id) where status = 'pending';
create index approvals_requester on approvals (requester_id, opened_at desc);
create index approvals_due on approvals (due_at) where status = 'pending';
create index approvals_closed on approvals (closed_at) where status <> 'pending';
-- A person's pending approvals are found by their owned and led objects, and by rules that name them.
create index approvals_pending_account on approvals (account_id) where status = 'pending' and account_id is not null;
create index approvals_pending_family on approvals (family_id) where status = 'pending' and family_id is not null;
create index approvals_pending_tower on approvals (tower_id) where status = 'pending' and tower_id is not null;
create index approvals_pending_sandbox on approvals (sandbox_id) where status = 'pending' and sandbox_id is not null;
create index approvals_opened on approvals (subject_kind, opened_at);
create index approvals_pending_requester on approvals (requester_id, opened_at) where status = 'pending';
create index approvals_latest on approvals (opened_at, id);
create index approvals_answer_next on approvals (answer_next) where answer_next is not null;

create table approval_stages (
  approval_id uuid not null references approvals on delete cascade,
  stage int not null,
  name text not null,
  rule jsonb not null,
  minimum int not null check (minimum between 1 and 10),
  status text not null check (status in ('waiting', 'open', 'approved', 'rejected', 'changes_requested', 'expired', 'cancelled')),
  opened_at timestamptz,
  closed_at timestamptz,
  alternates jsonb,
  remind_after_hours int,
  escalate_after_hours int,
  hours_to_decide int,
  due_at timestamptz,
  remind_at timestamptz,
  reminded_at timestamptz,
  escalate_at timestamptz,
  escalated_at timestamptz,
  keys text[] not null default '{}',
  alternate_keys text[] not null default '{}',
  -- Hourly, stages without a possible approver are found; administrators are asked once to name a substitute.
  substitute_checked_at timestamptz,
  substitute_requested_at timestamptz,
  -- Votes that counted when the stage was approved (decision record 0031). Null if it was not approved, or if every vote counted.
  counted uuid[],
  primary key (approval_id, stage),
  constraint approval_stages_rule check (rule ? 'kind' and (alternates is null or alternates ? 'kind'))
);
create index approval_stages_waits on approval_stages (name, closed_at) where status = 'approved';
create unique index approval_stages_one_open on approval_stages (approval_id) where status = 'open';
create index approval_stages_of_person on approval_stages ((rule->>'personId'), approval_id)
  where status in ('open', 'waiting') and rule->>'personId' is not null;
create index approval_stages_of_group on approval_stages ((rule->>'groupId'), approval_id)
  where status in ('open', 'waiting') and rule->>'groupId' is not null;
create index approval_stages_of_fallback on approval_stages ((rule->>'fallbackGroupId'), approval_id)
  where status in ('open', 'waiting') and rule->>'fallbackGroupId' is not null;
create index approval_stages_remind on approval_stages (remind_at) where status = 'open' and reminded_at is null;
create index approval_stages_escalate on approval_stages (escalate_at) where status = 'open' and escalated_at is null;
create index approval_stages_due on approval_stages (due_at) where status = 'open';
create index approval_stages_substitute_check on approval_stages (substitute_checked_at nulls first) where status = 'open';
-- Only votes in these stages can stop counting, or count again, while they are open.
create index approval_stages_shared on approval_stages (approval_id) where status = 'open' and minimum > 1;

create table approval_decisions (
  id uuid primary key,
  approval_id uuid not null,
  stage int not null,
  approver_id uuid not null references people,
  requester_id uuid not null,
  decision text not null check (decision in ('approve', 'reject', 'requestChanges')),
  comment text not null default '',
  decided_at timestamptz not null default now(),
  on_behalf_of uuid references people,
  constraint cannot_decide_own_request check (approver_id <> requester_id),
  constraint one_vote_per_person_and_stage unique (approval_id, stage, approver_id),
  constraint only_approvals_need_no_reason check (decision = 'approve' or length(btrim(comment)) >= 3),
  foreign key (approval_id, requester_id) references approvals (id, requester_id),
  foreign key (approval_id, stage) references approval_stages (approval_id, stage),
  check (on_behalf_of <> approver_id and on_behalf_of <> requester_id)
);
create index approval_decisions_approver on approval_decisions (approver_id, decided_at desc);
create index approval_decisions_on_behalf_of on approval_decisions (on_behalf_of, decided_at desc) where on_behalf_of is not null;

create table approval_comments (
  id uuid primary key,
  approval_id uuid not null references approvals on delete cascade,
  stage int not null,
  person_id uuid not null references people,
  comment text not null check (length(comment) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index approval_comments_approval on approval_comments (approval_id, created_at);

-- One row per key of each open or later stage of a pending approval, with the columns that lists sort and filter by. It derives from
-- approval, stage and votes alone and is written with them; holders of keys are not included. Keys of alternates are added once a stage is
-- escalated.
create table pending_approver_keys (
  -- A rule without people has a placeholder as its key.
  key text collate "C" not null,
  approval_id uuid not null,
  stage int not null,
  alternate boolean not null,
  open boolean not null,
  alone boolean not null,
  -- True if the stage has a vote. Most stages have none, so votes need no lookup.
  voted boolean not null,
  requester_id uuid not null,
  fallback_group_id uuid,
  subject_kind text not null,
  subject_id uuid not null,
  account_id uuid,
  environment text,
  risk float8 not null,
  opened_at timestamptz,
  due_at timestamptz not null,
  -- When the round started, in whichever stage it is now.
  round_started_at timestamptz not null,
  -- Only for access requests, the most frequent kind; neither ever changes.
  reference text,
  group_id uuid,
  -- True if this is the stage's only row: the holder of the key has the seat, without grouping.
  sole boolean not null,
  foreign key (approval_id, stage) references approval_stages (approval_id, stage) on delete cascade,
  primary key (key, approval_id, stage, alternate)
    include (open, alone, voted, requester_id, fallback_group_id, subject_kind, subject_id, account_id, environment, risk, opened_at,
      due_at, round_started_at, reference, group_id, sole)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index pending_approver_keys_stage on pending_approver_keys (approval_id, stage);
create index pending_approver_keys_fallback on pending_approver_keys (fallback_group_id, key) where fallback_group_id is not null;
create index pending_approver_keys_shared on pending_approver_keys (key) where not sole;

-- Administrators do not write these policies: Azure's own policy decides on privileged roles, and a policy change needs another
-- administrator.
insert into approval_policies (id, version, subject_kind, name, description, stages, status, active, live_at) values
  (gen_random_uuid(), 1, 'pimActivation', 'The role’s own policy in Azure', '', '[]', 'live', true, now()),
  (gen_random_uuid(), 1, 'policyChange', 'Policy changes', 'Policy changes need a second administrator.',
    '[{"name": "Another administrator", "rule": {"kind": "role", "role": "Slipway.Admin"}, "minimum": 1}]', 'live', true, now());
