-- Returns the people of a rule, or of its fallback group if the rule names no people. People are looked up one by one, because PostgreSQL
-- can't know that a rule names few people and would read the whole table. An SQL function would be inlined and planned in every statement,
-- which takes 15 to 25 ms.
create or replace function rule_people(rule jsonb, tower uuid, family uuid, items uuid[], requester uuid, account uuid default null, sandbox uuid default null)
returns table (person_id uuid, fallback boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with rules as (
    select rule as r
    union all
    select o.r from jsonb_array_elements(case when rule->>'kind' = 'anyOf' then rule->'of' end) o (r)
  ), named as (
    select p.id
    from (
      select t.person_id from rules, tower_leads t where r->>'kind' = 'towerLead' and t.tower_id = tower
      union
      select f.person_id from rules, family_owners f where r->>'kind' = 'familyOwner' and f.family_id = family
      union
      select o.person_id from rules, account_owners o where r->>'kind' = 'accountOwner' and o.account_id = account
      union
      select o.person_id from rules, sandbox_owners o where r->>'kind' = 'sandboxOwner' and o.sandbox_id = sandbox
      union
      select m.manager_id from rules, people m where r->>'kind' = 'manager' and m.id = requester
      union
      select c.person_id from rules, catalogue_item_approvers c where r->>'kind' = 'productApprover' and c.item_id = any (items)
      union
      select g.person_id from rules, directory_group_members g where r->>'kind' = 'directoryGroup' and g.group_id = (r->>'groupId')::uuid
      union
      select h.id from rules, people h where r->>'kind' = 'role' and h.roles @> array[r->>'role']
      union
      select (r->>'personId')::uuid from rules where r->>'kind' = 'person'
      union
      select (jsonb_array_elements_text(r->'personIds'))::uuid from rules where r->>'kind' = 'anyOf'
      union
      select g.person_id from rules, directory_group_members g
      where r->>'kind' = 'anyOf' and g.group_id in (select (jsonb_array_elements_text(r->'groupIds'))::uuid)
    ) x
    cross join lateral (select p.id, p.employee_id from people p where p.id = x.person_id and p.active offset 0) p
    where p.id <> requester and not exists (select from people q where q.id = requester and q.employee_id = p.employee_id)
  )
  select id, false from named
  union all
  select p.id, true
  from directory_group_members g
  join people p on p.id = g.person_id and p.active
  where g.group_id = (rule->>'fallbackGroupId')::uuid and p.id <> requester and not exists (select 1 from named)
    and not exists (select from people q where q.id = requester and q.employee_id = p.employee_id);
end $$;
