-- The last 100,000 links of the audit chain are consecutive, each with its event.
with last as materialized (select seq, event_id from audit_chain order by seq desc limit 100000)
select l.seq::text as id, case when l.before is not null and l.before <> l.seq - 1 then 'the previous link is ' || l.before else 'its event is missing' end as detail
from (select seq, event_id, lag(seq) over (order by seq) as before from last) l
where (l.before is not null and l.before <> l.seq - 1)
  or not exists (select from audit_events e where e.id = l.event_id)
