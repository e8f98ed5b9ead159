-- Returns relations with at most one person who can decide, and that person.
create or replace function understaffed_relations() returns table (key text, sole text) language sql stable as $$
  select 'towerLead:' || t.id, min(identity_key(p)) from towers t left join tower_leads l on l.tower_id = t.id
  left join people p on p.id = l.person_id and p.active group by t.id having count(distinct identity_key(p)) < 2
  union all
  select 'familyOwner:' || f.id, min(identity_key(p)) from families f left join family_owners l on l.family_id = f.id
  left join people p on p.id = l.person_id and p.active group by f.id having count(distinct identity_key(p)) < 2
  union all
  select 'accountOwner:' || a.id, min(identity_key(p))
  from (
    -- An active account has at least two owners. If only one person can decide, the other owner is disabled or the same person.
    select o.account_id as id from people p join account_owners o on o.person_id = p.id where not p.active
    union select o.account_id from people p join people twin on twin.employee_id = p.employee_id and twin.id <> p.id
      join account_owners o on o.person_id = p.id
    union select c.id from accounts c where c.status not in ('active', 'decommissioning')
  ) a
  left join account_owners l on l.account_id = a.id left join people p on p.id = l.person_id and p.active
  group by a.id having count(distinct identity_key(p)) < 2
  union all
  select 'manager:' || r.id, null from people r left join people m on m.id = r.manager_id and m.active
  where m.id is null or identity_key(m) = identity_key(r)
  union all
  select 'productApprover:' || i.id, min(identity_key(p)) from catalogue_items i left join catalogue_item_approvers l on l.item_id = i.id
  left join people p on p.id = l.person_id and p.active group by i.id having count(distinct identity_key(p)) < 2
$$;
