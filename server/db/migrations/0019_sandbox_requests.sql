-- Two people cannot wait for a sandbox of the same name, and what waits is found without looking at what is over.
create unique index sandbox_requests_pending_name on sandbox_requests (name)
  where kind = 'new' and status in ('pending_approval', 'changes_requested');
create index sandbox_requests_search on sandbox_requests using gin ((lower(name || ' ' || reference)) gin_trgm_ops);

-- Who reached a limit lately is asked with each request.
create index sandboxes_overrun on sandboxes (requester_id, limit_reached_at) where limit_reached_at is not null;
create index sandbox_events_budget_freezes on sandbox_events (sandbox_id, at) where key like 'frozen:budget:%';
