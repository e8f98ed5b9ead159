-- Lists of requests for access and of what people have: quick with a million rows, and only what the reader may see.

-- A group never leaves its account, so a request keeps its account too: owners find theirs without asking every group.
alter table access_requests add column account_id uuid references accounts;
update access_requests r set account_id = g.account_id from access_groups g where g.id = r.group_id;
alter table access_requests alter column account_id set not null;
create function access_request_account() returns trigger language plpgsql as $$
begin
  new.account_id := (select g.account_id from access_groups g where g.id = new.group_id);
  return new;
end $$;
create trigger access_requests_account before insert or update of group_id, account_id on access_requests
  for each row execute function access_request_account();

alter table access_requests add column search_text text not null generated always as (lower(reference || ' ' || justification)) stored;
create index access_requests_search on access_requests using gin (search_text gin_trgm_ops);
create index access_groups_names on access_groups using gin (name gin_trgm_ops);
create index access_requests_created on access_requests (created_at, id);
create index access_requests_updated on access_requests (updated_at, id);
create index access_requests_status on access_requests (status, created_at, id);
create index access_requests_account on access_requests (account_id, created_at, id);
create index access_requests_undecided on access_requests (requester_id, created_at, id)
  where status in ('pending_approval', 'changes_requested');

-- Which pending approvals name a person is found from the person: over what they own and lead, and over rules that name them.
create index approvals_pending_account on approvals (account_id) where status = 'pending' and account_id is not null;
create index approvals_pending_family on approvals (family_id) where status = 'pending' and family_id is not null;
create index approvals_pending_tower on approvals (tower_id) where status = 'pending' and tower_id is not null;
create index approval_stages_of_person on approval_stages ((rule->>'personId'), approval_id)
  where status in ('open', 'waiting') and rule->>'personId' is not null;
create index approval_stages_of_group on approval_stages ((rule->>'groupId'), approval_id)
  where status in ('open', 'waiting') and rule->>'groupId' is not null;
create index approval_stages_of_fallback on approval_stages ((rule->>'fallbackGroupId'), approval_id)
  where status in ('open', 'waiting') and rule->>'fallbackGroupId' is not null;

-- What a person has now, and what has ended lately.
create index group_assignments_person_live on group_assignments (person_id, id)
  where status in ('scheduled', 'granting', 'active', 'revoking');
create index group_assignments_person_ended on group_assignments (person_id, updated_at desc, id)
  where status in ('expired', 'revoked');
