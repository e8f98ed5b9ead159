-- Lists leave deleted accounts out, so their indexes do too: a page is then found in the index alone.
-- Enumerated columns sort by name within a value. Names have trigrams of their own for `name==*part*`.

drop index accounts_by_name, accounts_by_created, accounts_by_updated, accounts_by_budget, accounts_status, accounts_environment_created;
create index accounts_by_name on accounts (name_key, id) where status <> 'deleted';
create index accounts_by_created on accounts (created_at, id) where status <> 'deleted';
create index accounts_by_updated on accounts (updated_at, id) where status <> 'deleted';
create index accounts_by_budget on accounts (budget_amount, id) where status <> 'deleted';
create index accounts_by_status on accounts (status, name_key, id) where status <> 'deleted';
create index accounts_by_environment on accounts (environment, name_key, id) where status <> 'deleted';
create index accounts_by_criticality on accounts (criticality, name_key, id) where status <> 'deleted';
create index accounts_by_environment_status on accounts (environment, status, created_at, id) where status <> 'deleted';
create index accounts_names on accounts using gin (name_key gin_trgm_ops);
