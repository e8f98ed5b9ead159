-- expand: an index changes no result.

-- For the list of a person's requests of all kinds; the other kinds have this index already.
create index account_updates_requester on account_updates (requester_id, created_at desc, id);
