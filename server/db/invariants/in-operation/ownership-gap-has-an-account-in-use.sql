-- Every open ownership gap names a current owner of its account.
select g.id, a.name || ' is ' || a.status || ', and ' || g.person_id || ' does not own it' as detail
from ownership_gaps g join accounts a on a.id = g.account_id
where g.resolved_at is null and a.status = 'active'
  and not exists (select from account_owners o where o.account_id = g.account_id and o.person_id = g.person_id)
