-- Does the same as `stage_approvers` for the pending stages of many approvals. It finds people by the keys of the rules, each key once.
-- Shared seats are left to `stage_approvers`.
create or replace function pending_approvers(rounds uuid[])
returns table (approval_id uuid, stage int, person_id uuid, fallback boolean, alternate boolean, on_behalf_of uuid, reassigned boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with rules as materialized (
    select s.approval_id, s.stage, r.alternate, r.keys, r.fallback_group_id, a.requester_id, q.employee_id
    from approvals a
    join people q on q.id = a.requester_id
    join approval_stages s on s.approval_id = a.id and s.status in ('open', 'waiting')
    cross join lateral (
      select false as alternate, s.keys, (s.rule->>'fallbackGroupId')::uuid as fallback_group_id
      union all
      select true, s.alternate_keys, (s.alternates->>'fallbackGroupId')::uuid where s.escalated_at is not null and s.alternates is not null
    ) r
    where a.id = any (rounds)
  ), keys as materialized (
    select distinct key, split_part(key, ':', 1) as kind, substr(key, strpos(key, ':') + 1) as named from rules, unnest(keys) key
  ), relations as (
    select key, kind, named::uuid as id from keys where kind <> 'role'
  ), holders as materialized (
    select h.key, p.id, p.employee_id
    from (
      select k.key, l.person_id from relations k join tower_leads l on l.tower_id = k.id where k.kind = 'towerLead'
      union all
      select k.key, l.person_id from relations k join family_owners l on l.family_id = k.id where k.kind = 'familyOwner'
      union all
      select k.key, l.person_id from relations k join account_owners l on l.account_id = k.id where k.kind = 'accountOwner'
      union all
      select k.key, l.person_id from relations k join sandbox_owners l on l.sandbox_id = k.id where k.kind = 'sandboxOwner'
      union all
      select k.key, m.manager_id from relations k join people m on m.id = k.id where k.kind = 'manager'
      union all
      select k.key, l.person_id from relations k join catalogue_item_approvers l on l.item_id = k.id where k.kind = 'productApprover'
      union all
      select k.key, l.person_id from relations k join directory_group_members l on l.group_id = k.id where k.kind = 'directoryGroup'
      union all
      select k.key, k.id from relations k where k.kind = 'person'
      union all
      select k.key, r.id from keys k join people r on r.roles @> array[k.named] where k.kind = 'role'
    ) h
    join people p on p.id = h.person_id and p.active
  ), named as materialized (
    select distinct a.approval_id, a.stage, a.alternate, h.id
    from rules a
    cross join unnest(a.keys) k (key)
    join holders h on h.key = k.key
    where h.id <> a.requester_id and (h.employee_id = a.employee_id) is not true
  ), seats as materialized (
    select s.approval_id, s.stage, s.id, bool_and(s.fallback) as fallback, bool_and(s.alternate) as alternate
    from (
      select approval_id, stage, alternate, id, false as fallback from named
      union all
      select a.approval_id, a.stage, a.alternate, p.id, true
      from rules a
      join directory_group_members g on g.group_id = a.fallback_group_id
      join people p on p.id = g.person_id and p.active
      where p.id <> a.requester_id and (p.employee_id = a.employee_id) is not true
        and (a.approval_id, a.stage, a.alternate) not in (select n.approval_id, n.stage, n.alternate from named n)
    ) s
    group by s.approval_id, s.stage, s.id
  ), shared as materialized (
    select s.approval_id, s.stage from seats s join delegations d on d.person_id = s.id and d.status = 'live'
    union
    select a.approval_id, a.stage from rules a join approval_reassignments x on x.approval_id = a.approval_id and x.stage = a.stage and x.ended_at is null
  )
  select s.approval_id, s.stage, s.id, s.fallback, s.alternate, null::uuid, false
  from seats s where (s.approval_id, s.stage) not in (select l.approval_id, l.stage from shared l)
  union all
  select l.approval_id, l.stage, sa.person_id, sa.fallback, sa.alternate, sa.on_behalf_of, sa.reassigned
  from shared l cross join lateral approvers_of_stage(l.approval_id, l.stage) sa;
end $$;
