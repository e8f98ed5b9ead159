-- No running or due run is without a worker for ten minutes.
select r.id, r.kind || ' is ' || r.status || ' since ' || r.updated_at::text as detail
from work_runs r
where r.status in ('queued', 'running') and r.updated_at < now() - interval '10 minutes'
  and not exists (select from queue_pauses where queue = 'work')
  and not exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(r.id::text, 1))
