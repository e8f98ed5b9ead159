-- What the directory says of the access groups that the record does not: who is in without a grant, whose grant has lost its
-- membership, and groups that are gone.

-- When each group was compared. A row without a baseline: who is in it at the first comparison is written down as having been there.
create table access_group_looks (
  group_id uuid primary key references access_groups,
  baseline_at timestamptz,
  -- Null: never; a group that cannot be read keeps the time of its last good look.
  looked_at timestamptz,
  -- Why the last look failed.
  problem text
);
-- Groups that are older than comparing.
insert into access_group_looks (group_id) select id from access_groups where status <> 'deleted';

-- The round in which all groups are compared, account by account; one at a time over all replicas.
create table access_rounds (
  only_one boolean primary key default true check (only_one),
  started_at timestamptz not null,
  -- Where it is: the account it has come to, and since when.
  after_account uuid,
  moved_at timestamptz not null,
  ended_at timestamptz
);

create table access_differences (
  id uuid primary key,
  account_id uuid not null references accounts,
  group_id uuid not null references access_groups,
  kind text not null check (kind in ('added', 'removed', 'groupMissing')),
  -- Whoever it is about as the directory knows them; null for a group that is gone.
  member_id uuid,
  member_kind text check (member_kind in ('person', 'group', 'other')),
  member_name text not null default '',
  person_id uuid references people,
  status text not null default 'open' check (status in ('open', 'adopted', 'removed', 'restored', 'accepted', 'gone')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Null with settled_at: by Slipway.
  settled_by uuid references people,
  settled_at timestamptz,
  reason text check (length(reason) <= 1000),
  version int not null default 1,
  check ((kind = 'groupMissing') = (member_id is null)),
  check ((member_id is null) = (member_kind is null)),
  check (person_id is null or person_id = member_id),
  check ((status = 'open') = (settled_at is null)),
  -- Nobody lets themself in.
  constraint nobody_adopts_own_access check (status not in ('adopted', 'restored') or settled_by is distinct from person_id or settled_by is null)
);
create unique index access_differences_one_open on access_differences (group_id, kind, coalesce(member_id, group_id)) where status = 'open';
create index access_differences_open on access_differences (first_seen_at desc, id) where status = 'open';
create index access_differences_account_open on access_differences (account_id, first_seen_at desc, id) where status = 'open';
create index access_differences_settled on access_differences (settled_at desc, id) where status <> 'open';
create index access_differences_account_settled on access_differences (account_id, settled_at desc, id) where status <> 'open';
-- What is no person can hold no grant: that it was adopted stands here.
create index access_differences_known on access_differences (group_id, member_id) where status = 'adopted' and person_id is null;

create function access_difference_move() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and old.status <> 'open' and not (old.status = 'adopted' and new.status = 'gone') then
    raise exception 'a difference that is % stays so', old.status using errcode = '23514', constraint = 'access_difference_moves';
  end if;
  return new;
end $$;
create trigger access_differences_move before update on access_differences for each row execute function access_difference_move();

-- What ended lately in a group.
create index group_assignments_group_moved on group_assignments (group_id, updated_at);
