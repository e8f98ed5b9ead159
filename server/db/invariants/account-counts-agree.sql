-- The account counts in lists match the accounts.
select 'accounts' as id, f.status || ': ' || f.counted || ' counted, ' || coalesce(a.accounts, 0) || ' there' as detail
from (select status, sum(accounts) as counted from account_facets group by status) f
full join (select status, count(*) as accounts from accounts group by status) a using (status)
where coalesce(f.counted, 0) <> coalesce(a.accounts, 0)
