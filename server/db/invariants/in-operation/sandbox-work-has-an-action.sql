-- Every sandbox that is being set up or removed has an action in progress or failed.
select s.id, s.name || ' is ' || s.status || case when s.removing_at is not null then ' and being removed' else '' end || ' without an action' as detail
from sandboxes s
where (s.status in ('provisioning', 'failed') or (s.status = 'deleting' and s.removing_at is not null))
  and not exists (select from sandbox_actions a where a.sandbox_id = s.id and a.status in ('open', 'failed')
    and a.kind in ('provision', 'cleanUp'))
