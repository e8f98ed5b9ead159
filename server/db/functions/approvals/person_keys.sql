-- Returns the keys of a person. A rule with one of these keys names this person. Only the Slipway roles in the argument are used.
create or replace function person_keys(holder uuid, held text[]) returns text[] language sql stable as $$
  select array(
    select 'towerLead:' || tower_id from tower_leads where person_id = holder
    union all select 'familyOwner:' || family_id from family_owners where person_id = holder
    union all select 'accountOwner:' || account_id from account_owners where person_id = holder
    union all select 'sandboxOwner:' || sandbox_id from sandbox_owners where person_id = holder
    union all select 'manager:' || id from people where manager_id = holder
    union all select 'productApprover:' || item_id from catalogue_item_approvers where person_id = holder
    union all select 'directoryGroup:' || group_id from directory_group_members where person_id = holder
    union all select 'role:' || role from people, unnest(roles) role where id = holder and role = any (held)
    union all select 'person:' || holder)
$$;
