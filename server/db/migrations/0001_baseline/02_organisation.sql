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
  updated_at timestamptz not null default now(),
  -- A family can be deleted once all its accounts are. Its name stays in the history, and nothing can be added to it.
  deleted_at timestamptz
);
create index families_tower on families (tower_id);
create unique index families_name on families (lower(name)) where deleted_at is null;

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
  -- jsonb would lose the order of keys, which is the order of the inputs in the item's form.
  inputs json not null default '{}',
  monthly_estimate jsonb not null,
  documentation_url text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision int not null default 1
);
create unique index catalogue_items_name on catalogue_items (lower(name));

create table catalogue_item_approvers (
  item_id uuid not null references catalogue_items on delete cascade,
  person_id uuid not null references people,
  primary key (item_id, person_id)
);
create index catalogue_item_approvers_person on catalogue_item_approvers (person_id);
