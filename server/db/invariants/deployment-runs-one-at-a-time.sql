-- Each app in an account has at most one running deployment.
select min(id::text) as id, app || ' in account ' || account_id || ' has ' || count(*) || ' deployments running' as detail
from deployments where status = 'running'
group by account_id, app
having count(*) > 1
