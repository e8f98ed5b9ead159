-- expand: requests get a default, and reports of older processes lack the counts.

-- The id of what a request creates when it is approved, so that another approval after a restore finds what the first one created outside.
-- It is random and not shown before the approval, because someone could otherwise register a subscription under this key.
alter table account_requests add column planned_account_id uuid not null default gen_random_uuid();
alter table sandbox_requests add column planned_sandbox_id uuid not null default gen_random_uuid();

-- The stored differences are limited.
alter table restore_reports
  add column unread integer check (unread >= 0),
  add column pending_deletions integer check (pending_deletions >= 0);
