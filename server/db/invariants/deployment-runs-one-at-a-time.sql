-- One deployment of an app in an account runs at a time.
select min(id::text) as id, app || ' in account ' || account_id || ' has ' || count(*) || ' deployments running' as detail
from deployments where status = 'running'
group by account_id, app
having count(*) > 1
