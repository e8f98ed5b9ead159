-- Returns the deciders of a membership in a review, by tier. The member's own user accounts are left out, so that the next tier decides if
-- no other person is in a tier.
create or replace function membership_deciders(reviewers text, named uuid[], account uuid, member uuid, escalated boolean)
returns table (person_id uuid, tier int) language sql stable as $$
  select person_id, min(tier)
  from (
    select p.id as person_id, c.tier, min(c.tier) over () as first_tier
    from (
      select o.person_id, case when reviewers = 'owners' then 1 else 2 end as tier from account_owners o where o.account_id = account
      union all
      select m.manager_id, 1 from people m where reviewers = 'managers' and m.id = member and m.manager_id is not null
      union all
      select n.id, 1 from unnest(named) n (id) where reviewers = 'named'
      union all
      select member, 1 where reviewers = 'self'
      union all
      select f.person_id, case when escalated then 1 else 3 end
      from accounts a join family_owners f on f.family_id = a.family_id where a.id = account
      union all
      select t.person_id, case when escalated then 1 else 4 end
      from accounts a join tower_leads t on t.tower_id = a.tower_id where a.id = account
      union all
      select d.person_id, 5 from directory_groups b join directory_group_members d on d.group_id = b.id where b.fallback_owners
    ) c
    join people p on p.id = c.person_id and p.active
    join people m on m.id = member
    where identity_key(p) <> identity_key(m) or p.id = member and reviewers = 'self' and c.tier = 1
  ) found
  where tier = first_tier
  group by person_id
$$;
