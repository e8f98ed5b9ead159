-- An account in use has two to ten owners.
select a.id, a.name || ' has ' || coalesce(o.owners, 0) || ' owners' as detail
from accounts a
left join (select account_id, count(*) as owners from account_owners group by account_id) o on o.account_id = a.id
where a.status in ('active', 'decommissioning') and coalesce(o.owners, 0) not between 2 and 10
