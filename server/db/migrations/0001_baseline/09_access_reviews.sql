-- Scans of groups against the directory. Without a baseline, the first scan records the members as earlier ones.
create table access_group_scans (
  group_id uuid primary key references access_groups,
  baseline_at timestamptz,
  -- Null if never. A group that can't be read keeps its last successful time.
  scanned_at timestamptz,
  problem text
);

-- The scan of all groups, account by account; one at a time over all replicas.
create table access_scans (
  only_one boolean primary key default true check (only_one),
  started_at timestamptz not null,
  after_account uuid,
  moved_at timestamptz not null,
  ended_at timestamptz
);

create table access_differences (
  id uuid primary key,
  account_id uuid not null references accounts,
  group_id uuid not null references access_groups,
  kind text not null check (kind in ('added', 'removed', 'groupMissing')),
  -- Directory ID of the member; null for a missing group.
  member_id uuid,
  member_kind text check (member_kind in ('person', 'group', 'other')),
  member_name text not null default '',
  person_id uuid references people,
  status text not null default 'open' check (status in ('open', 'adopted', 'removed', 'restored', 'accepted', 'gone')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Null with `resolved_at` if Slipway reconciled it.
  resolved_by uuid references people,
  resolved_at timestamptz,
  reason text check (length(reason) <= 1000),
  version int not null default 1,
  check ((kind = 'groupMissing') = (member_id is null)),
  check ((member_id is null) = (member_kind is null)),
  check (person_id is null or person_id = member_id),
  check ((status = 'open') = (resolved_at is null)),
  constraint cannot_adopt_own_access check (status not in ('adopted', 'restored') or resolved_by is distinct from person_id or resolved_by is null)
);
create unique index access_differences_one_open on access_differences (group_id, kind, coalesce(member_id, group_id)) where status = 'open';
create index access_differences_open on access_differences (first_seen_at desc, id) where status = 'open';
create index access_differences_account_open on access_differences (account_id, first_seen_at desc, id) where status = 'open';
create index access_differences_resolved on access_differences (resolved_at desc, id) where status <> 'open';
create index access_differences_account_resolved on access_differences (account_id, resolved_at desc, id) where status <> 'open';
-- A member that is not a person has no assignment, so only this row records its adoption.
create index access_differences_known on access_differences (group_id, member_id) where status = 'adopted' and person_id is null;

create sequence access_review_number;
create table access_reviews (
  id uuid primary key,
  reference text not null unique,
  name text not null check (length(name) between 3 and 100),
  -- Exactly one of these three is reviewed.
  account_id uuid references accounts,
  group_id uuid references access_groups,
  tower_id uuid references towers,
  reviewers text not null check (reviewers in ('owners', 'managers', 'named', 'self')),
  when_silent text not null check (when_silent in ('keep', 'remove', 'recommended', 'fallback')),
  reason_to_keep boolean not null,
  recurrence text not null check (recurrence in ('none', 'quarterly', 'halfYearly', 'yearly')),
  days int not null check (days between 1 and 90),
  starts_at timestamptz not null,
  due_at timestamptz not null,
  status text not null check (status in ('scheduled', 'open', 'closing', 'applied', 'cancelled')),
  created_by uuid not null references people,
  previous_id uuid unique references access_reviews,
  -- Whether the directory reported who was added to groups by hand; null until it was asked.
  directory_answered boolean,
  opened_at timestamptz,
  half_time_reminded_at timestamptz,
  last_day_reminded_at timestamptz,
  -- When the next tier was asked because items of the first were still open.
  escalated_at timestamptz,
  closed_at timestamptz,
  -- Null if it closed at its due date.
  closed_by uuid references people,
  applied_at timestamptz,
  -- SHA-256 of the result as `exportAccessReview` returns it.
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  cancelled_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Members that are not people, such as groups. The review lists them, but they can't be decided on.
  not_reviewed jsonb not null default '[]',
  check (num_nonnulls(account_id, group_id, tower_id) = 1),
  check (due_at > starts_at),
  check ((status = 'applied') = (digest is not null)),
  check ((status = 'applied') = (applied_at is not null))
);
create index access_reviews_listed on access_reviews (starts_at desc, id desc);
create index access_reviews_unfinished on access_reviews (due_at) where status in ('scheduled', 'open', 'closing');
create index access_reviews_creator on access_reviews (created_by, starts_at desc, id desc);
create index access_reviews_account on access_reviews (account_id) where account_id is not null;
create index access_reviews_group on access_reviews (group_id) where group_id is not null;
create index access_reviews_tower on access_reviews (tower_id) where tower_id is not null;

create table access_review_named (
  review_id uuid not null references access_reviews on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (review_id, person_id)
);
create index access_review_named_person on access_review_named (person_id);

-- A membership at the opening of the review, with the names of that day, so that renames don't change a result.
create table access_review_items (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references access_reviews on delete cascade,
  group_id uuid not null references access_groups,
  person_id uuid not null references people,
  account_name text not null,
  group_name text not null,
  person_name text not null,
  department text,
  -- Null if it was added in the directory by hand.
  via text check (via in ('request', 'admin', 'adopted')),
  since timestamptz,
  until timestamptz,
  last_used_at timestamptz,
  -- True if a missing last use means that there was none.
  use_known boolean not null default false,
  peers int not null default 0,
  recommendation text not null default 'keep' check (recommendation in ('keep', 'remove')),
  recommended_because text not null default '',
  decision text not null default 'pending' check (decision in ('pending', 'keep', 'remove')),
  reason text not null default '' check (length(reason) <= 500),
  -- Null with a decision if the review's default decided.
  decided_by uuid references people,
  decided_by_name text,
  decided_at timestamptz,
  -- Prevents a second start of the removal.
  removal_started_at timestamptz,
  result text check (result in ('pending', 'kept', 'removed', 'gone', 'failed')),
  result_note text not null default '',
  resolved_at timestamptz,
  unique (review_id, group_id, person_id),
  check ((decision = 'pending') = (decided_at is null)),
  check (decided_by is null or decision <> 'pending'),
  check (decided_by is null = (decided_by_name is null))
);
create index access_review_items_listed on access_review_items (review_id, group_name, person_name, id);
create index access_review_items_pending on access_review_items (review_id) where decision = 'pending';
create index access_review_items_person on access_review_items (person_id, review_id);
create index access_review_items_group on access_review_items (group_id);
create index access_review_items_decider on access_review_items (decided_by, review_id) where decided_by is not null;
