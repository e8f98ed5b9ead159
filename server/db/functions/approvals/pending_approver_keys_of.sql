create or replace function pending_approver_keys_of(approval uuid) returns setof pending_approver_keys language sql stable as $$
  select key, s.approval_id, s.stage, rules.alternate, s.status = 'open' and s.stage = a.stage, cardinality(rules.keys) < 2,
    exists (select from approval_decisions d where d.approval_id = s.approval_id and d.stage = s.stage), a.requester_id,
    (rules.rule->>'fallbackGroupId')::uuid, a.subject_kind, a.subject_id, a.account_id, a.facts->'target'->>'environment',
    coalesce((a.facts->'risk'->>'score')::float8, 0), s.opened_at, a.due_at, a.opened_at, r.reference, r.group_id,
    count(*) over (partition by s.approval_id, s.stage) = 1
  from approvals a
  join approval_stages s on s.approval_id = a.id and s.status in ('open', 'waiting')
  left join access_requests r on r.id = case when a.subject_kind in ('accessRequest', 'sandboxAccessRequest') then a.subject_id end
  cross join lateral (
    select s.keys, s.rule, false
    union all
    select s.alternate_keys, s.alternates, true where s.status = 'open' and s.escalated_at is not null and s.alternates is not null
  ) rules (keys, rule, alternate)
  cross join lateral unnest(case when rules.keys = '{}' then '{none}' else rules.keys end) key
  where a.id = approval and a.status = 'pending'
$$;
