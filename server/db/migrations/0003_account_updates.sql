-- Changes to accounts: asked for, approved and carried out like the accounts themselves; and what each catalogue item was ordered with.

create sequence account_update_number;
create table account_updates (
  id uuid primary key,
  reference text not null unique,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('catalogue', 'details', 'decommission')),
  change jsonb not null,
  reason text not null default '',
  requester_id uuid not null references people,
  status text not null check (status in ('pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled')),
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_updates_account on account_updates (account_id, created_at desc, id desc);
create index account_updates_account_kind on account_updates (account_id, kind, created_at desc, id desc);
create index account_updates_open on account_updates (account_id, created_at, id) where status in ('pending_approval', 'changes_requested');
-- What waits is read as it will be carried out: two that wait would be approved against different beginnings.
create unique index account_updates_one_open on account_updates (account_id, kind)
  where status in ('pending_approval', 'changes_requested') and kind in ('catalogue', 'decommission');
create trigger account_updates_move before update on account_updates for each row execute function request_move();

-- What an account's items were ordered with. Which items it holds is accounts.catalogue_item_ids; an item of before has no row here.
create table account_catalogue_items (
  account_id uuid not null references accounts on delete cascade,
  item_id uuid not null references catalogue_items on delete cascade,
  inputs jsonb not null default '{}',
  added_at timestamptz not null default now(),
  primary key (account_id, item_id)
);
create index account_catalogue_items_item on account_catalogue_items (item_id);
create index accounts_catalogue_items on accounts using gin (catalogue_item_ids) where status <> 'deleted';

-- As it was written: the order of an item's inputs is the order of its form, which jsonb forgets.
alter table catalogue_items add column revision int not null default 1, alter column inputs drop default, alter column inputs type json using inputs::json,
  alter column inputs set default '{}';

-- An installation that approves requests approves changes by the same people; an empty one is given its policies with the rest.
insert into approval_policies (id, version, subject_kind, name, stages, active)
select gen_random_uuid(), 1, 'accountUpdate', 'Changes to accounts', jsonb_build_array(
    jsonb_build_object('name', 'Product approvers', 'rule', jsonb_build_object('kind', 'productApprover') || fallback, 'minimum', 1,
      'onlyFor', '{"updateKinds": ["catalogue"], "restrictedItems": true}'::jsonb),
    jsonb_build_object('name', 'Family owner', 'rule', jsonb_build_object('kind', 'familyOwner') || fallback, 'minimum', 1,
      'onlyFor', '{"updateKinds": ["catalogue"], "restrictedItems": false}'::jsonb),
    jsonb_build_object('name', 'Family owner', 'rule', jsonb_build_object('kind', 'familyOwner') || fallback, 'minimum', 1,
      'onlyFor', '{"updateKinds": ["decommission"]}'::jsonb),
    jsonb_build_object('name', 'Tower lead', 'rule', jsonb_build_object('kind', 'towerLead') || fallback, 'minimum', 1,
      'onlyFor', '{"updateKinds": ["decommission"], "environments": ["production"]}'::jsonb)), true
from (
  select case when p.stages->0->'rule' ? 'fallbackGroupId'
      then jsonb_build_object('fallbackGroupId', p.stages->0->'rule'->'fallbackGroupId') else '{}'::jsonb end as fallback
  from approval_policies p where p.subject_kind = 'accountRequest' and p.active
) known;
