-- An account is decommissioning exactly while its approved decommission is in progress.
select a.id, a.name || ' is decommissioning without a record' as detail
from accounts a
where a.status = 'decommissioning'
  and exists (select from account_updates u where u.account_id = a.id and u.kind = 'decommission' and u.status = 'approved')
  and not exists (select from account_decommissions r where r.account_id = a.id and r.phase in ('grace', 'removing', 'undoing'))
union all
select a.id, a.name || ' is ' || a.status || ' with a record that is ' || r.phase
from account_decommissions r join accounts a on a.id = r.account_id
where r.phase in ('grace', 'removing', 'undoing') and a.status <> 'decommissioning'
