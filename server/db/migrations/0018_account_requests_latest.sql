-- expand: an index changes no result.

-- For pages of all access requests of accounts, latest first, without reading the rows. Access requests of sandboxes have this index already.
create index access_requests_account_latest on access_requests (created_at, id) where account_id is not null;
