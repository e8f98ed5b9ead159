-- Queues whose jobs are put aside until somebody lets them go on.
create table queue_pauses (
  queue text primary key check (char_length(queue) <= 60),
  reason text not null check (char_length(reason) between 1 and 500),
  paused_by uuid not null references people,
  paused_at timestamptz not null
);
