-- Returns the keys of a rule for these facts, such as `familyOwner:…` and `person:…`. The rule names exactly the people who have one of
-- them (`person_keys`).
create or replace function rule_keys(rule jsonb, a approvals) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct key), '{}')
  from (select rule as r union all select o from jsonb_array_elements(case when rule->>'kind' = 'anyOf' then rule->'of' end) o) rules
  cross join lateral (
    select 'towerLead:' || a.tower_id where r->>'kind' = 'towerLead'
    union all select 'familyOwner:' || a.family_id where r->>'kind' = 'familyOwner'
    union all select 'accountOwner:' || a.account_id where r->>'kind' = 'accountOwner'
    union all select 'sandboxOwner:' || a.sandbox_id where r->>'kind' = 'sandboxOwner'
    union all select 'manager:' || a.requester_id where r->>'kind' = 'manager'
    union all select 'productApprover:' || item from unnest(a.catalogue_item_ids) item where r->>'kind' = 'productApprover'
    union all select 'directoryGroup:' || (r->>'groupId') where r->>'kind' = 'directoryGroup'
    union all select 'role:' || (r->>'role') where r->>'kind' = 'role'
    union all select 'person:' || (r->>'personId') where r->>'kind' = 'person'
    union all select 'person:' || jsonb_array_elements_text(r->'personIds') where r->>'kind' = 'anyOf'
    union all select 'directoryGroup:' || jsonb_array_elements_text(r->'groupIds') where r->>'kind' = 'anyOf'
  ) named (key)
  where key is not null
$$;
