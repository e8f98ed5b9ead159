-- An active account has an owner in the directory, unless no fallback owner exists.
select a.id, a.name || ' has no active owner' as detail
from (select distinct o.account_id from people p join account_owners o on o.person_id = p.id where not p.active) g
join accounts a on a.id = g.account_id
where a.status = 'active'
  and not exists (select from account_owners o join people p on p.id = o.person_id and p.active where o.account_id = a.id)
  and exists (select from fallback_owners(a.id))
