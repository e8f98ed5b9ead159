-- Work on sandboxes: one piece at a time for each, and what freezing took away, so that thawing gives back that and nothing else.

create unique index sandbox_actions_one_open on sandbox_actions (sandbox_id) where status = 'open';
create index sandbox_actions_done on sandbox_actions (kind, ended_at desc) where status = 'done';

-- {assignments: rights of people and groups as they were, stopped: ids of resources that ran}
alter table sandboxes add column held jsonb not null default '{"assignments":[],"stopped":[]}' check (jsonb_typeof(held) = 'object');

-- Nobody shares a subscription of the pool.
create unique index sandboxes_one_a_pool on sandboxes (host_id) where hosting = 'subscription' and status not in ('queued', 'deleted');

-- How long a subscription of the pool rests before the next one gets it.
alter table sandbox_hosts add column rest_hours int not null default 48 check (rest_hours between 0 and 720);
