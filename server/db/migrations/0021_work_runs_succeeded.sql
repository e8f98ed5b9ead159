-- expand: an index changes no result.

-- For the usual duration of a kind of run, which the page of a run in progress reads after each step.
create index work_runs_succeeded on work_runs (kind, ended_at desc) where status = 'succeeded';
