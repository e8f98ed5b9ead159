-- Every active account with fewer than two active owners has an open ownership gap.
select a.id, a.name || ' has ' || valid_owners(a.id) || ' active owners and no open gap' as detail
from (
  select distinct o.account_id from people p join account_owners o on o.person_id = p.id
  where not p.active and p.updated_at < now() - interval '1 hour'
) g
join accounts a on a.id = g.account_id
where a.status = 'active' and valid_owners(a.id) < 2
  and not exists (select from ownership_gaps x where x.account_id = a.id and x.resolved_at is null)
