-- expand: processes that don't know these indexes don't use them.

-- Trends count the rows of the last 12 weeks.
create index access_differences_first_seen on access_differences (first_seen_at);
create index sandboxes_created on sandboxes (created_at);
create index sandboxes_deleted on sandboxes (deleted_at) where deleted_at is not null;
create index sandboxes_limit_reached on sandboxes (limit_reached_at) where limit_reached_at is not null;
create index work_runs_ended on work_runs (ended_at) where ended_at is not null;
create index emergency_accesses_created on emergency_accesses (created_at);
