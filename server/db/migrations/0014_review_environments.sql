-- expand: processes that don't know this column review all environments and don't change it.

-- Environments that a review of a tower is limited to; empty for all.
alter table access_reviews
  add column environments text[] not null default '{}' check (environments <@ '{production,preproduction,test,development}');
