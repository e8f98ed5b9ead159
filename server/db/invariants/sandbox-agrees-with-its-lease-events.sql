-- Every sandbox's status matches the last transition of its lease.
select s.id, s.name || ' is ' || s.status || ' after ' || e.kind as detail
from sandboxes s
cross join lateral (
  select split_part(e.key, ':', 1) as kind from sandbox_events e
  where e.sandbox_id = s.id and split_part(e.key, ':', 1) in ('ready', 'frozen', 'resumed', 'deleting', 'undone', 'extended', 'removing')
  order by e.number desc limit 1
) e
where s.status in ('active', 'frozen', 'deleting') and case e.kind
  when 'ready' then s.status <> 'active'
  when 'frozen' then s.status <> 'frozen'
  when 'resumed' then s.status <> 'active'
  when 'extended' then s.status = 'deleting'
  when 'undone' then s.status not in ('active', 'frozen')
  else s.status <> 'deleting' end
