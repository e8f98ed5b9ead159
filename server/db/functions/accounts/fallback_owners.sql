-- Returns candidates for an account without active owners, best first: family owners, tower leads, then the fallback group.
create or replace function fallback_owners(account uuid) returns table (person_id uuid, source text, tier int) language sql stable as $$
  select p.id, x.source, x.tier
  from accounts a
  cross join lateral (
    select f.person_id, 'familyOwner' as source, 1 as tier, f.position from family_owners f where f.family_id = a.family_id
    union all
    select t.person_id, 'towerLead', 2, t.position from tower_leads t where t.tower_id = a.tower_id
    union all
    select m.person_id, 'fallbackGroup', 3, 0
    from directory_groups g join directory_group_members m on m.group_id = g.id where g.fallback_owners
  ) x
  join people p on p.id = x.person_id and p.active
  where a.id = account
    and not exists (select from account_owners o where o.account_id = a.id and o.person_id = p.id)
  order by x.tier, x.position, p.id
$$;
