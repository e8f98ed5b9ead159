-- Saved views of lists, and how many accounts there are of each sort: with a million of them the values of a filter are not counted anew.

create table saved_views (
  id uuid primary key,
  owner_id uuid not null references people,
  screen text not null check (screen in ('accounts')),
  name text not null check (length(name) between 1 and 64),
  filter text check (length(filter) <= 4000),
  search text check (length(search) <= 200),
  sort text check (length(sort) <= 200),
  shown_columns text[] check (cardinality(shown_columns) <= 50),
  density text check (density in ('compact', 'normal', 'comfortable')),
  sharing text not null default 'nobody' check (sharing in ('nobody', 'tower', 'everyone')),
  tower_id uuid references towers on delete cascade,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_views_tower check ((sharing = 'tower') = (tower_id is not null))
);
create unique index saved_views_name on saved_views (owner_id, screen, lower(name));
create index saved_views_shared on saved_views (screen, tower_id) where sharing <> 'nobody';
create index saved_views_tower on saved_views (tower_id) where tower_id is not null;

-- The view a list opens with, each person's own choice.
create table default_views (
  person_id uuid not null references people,
  screen text not null,
  view_id uuid not null references saved_views on delete cascade,
  primary key (person_id, screen)
);
create index default_views_view on default_views (view_id);

alter table accounts add column connectivity text not null generated always as (coalesce(network->>'connectivity', 'none')) stored;

-- For `costCentre==CC-4101` and `CC-41*` by name: without it a million rows are read where few or none fit.
create index accounts_by_cost_centre on accounts (lower(cost_centre) text_pattern_ops, name_key, id) where status <> 'deleted';

-- One row for each sort of account that there is, kept by the trigger below. Its columns are called as those of accounts,
-- so that a filter on them reads it in the accounts' place.
create table account_facets (
  status text not null,
  kind text not null,
  environment text not null,
  workload text not null,
  tower_id uuid not null,
  family_id uuid not null,
  region text not null,
  criticality text not null,
  data_classification text not null,
  connectivity text not null,
  accounts bigint not null,
  primary key (status, kind, environment, workload, tower_id, family_id, region, criticality, data_classification, connectivity)
);

create function count_account_facets() returns void language sql as $$
  delete from account_facets;
  insert into account_facets
  select status, kind, environment, workload, tower_id, family_id, region, criticality, data_classification, connectivity, count(*)
  from accounts group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
$$;

-- In the order of the key, so that two transactions never wait for each other.
create function add_account_facets(changes account_facets[]) returns void language sql as $$
  insert into account_facets as known
  select c.status, c.kind, c.environment, c.workload, c.tower_id, c.family_id, c.region, c.criticality, c.data_classification, c.connectivity,
    sum(c.accounts)
  from unnest(changes) c group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(c.accounts) <> 0 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  on conflict (status, kind, environment, workload, tower_id, family_id, region, criticality, data_classification, connectivity)
  do update set accounts = known.accounts + excluded.accounts
$$;

create function account_facets_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_account_facets(array(select (status, kind, environment, workload, tower_id, family_id, region, criticality,
      data_classification, connectivity, 1)::account_facets from added));
  elsif tg_op = 'DELETE' then
    perform add_account_facets(array(select (status, kind, environment, workload, tower_id, family_id, region, criticality,
      data_classification, connectivity, -1)::account_facets from gone));
  else
    perform add_account_facets(array(
      select (status, kind, environment, workload, tower_id, family_id, region, criticality,
        data_classification, connectivity, 1)::account_facets from added
      union all
      select (status, kind, environment, workload, tower_id, family_id, region, criticality,
        data_classification, connectivity, -1)::account_facets from gone));
  end if;
  return null;
end $$;
create trigger accounts_facets_insert after insert on accounts
  referencing new table as added for each statement execute function account_facets_kept();
create trigger accounts_facets_update after update on accounts
  referencing old table as gone new table as added for each statement execute function account_facets_kept();
create trigger accounts_facets_delete after delete on accounts
  referencing old table as gone for each statement execute function account_facets_kept();

select count_account_facets();
