-- A completed or cancelled rollout has no store that is waiting or being set up.
select r.id, r.reference || ' is ' || r.status || ' with ' || count(*) || ' stores in progress' as detail
from edge_rollouts r join edge_rollout_stores s on s.rollout_id = r.id
where (r.status = 'completed' and s.status not in ('completed', 'skipped'))
  or (r.status = 'cancelled' and s.status in ('planned', 'queued'))
group by r.id
