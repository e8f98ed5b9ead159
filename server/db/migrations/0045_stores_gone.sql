-- Since when the store directory says that there is no such store (any more); null as long as it knows it.
alter table stores add column gone_at timestamptz;
create index stores_unheard on stores (fetched_at) where gone_at is null;
