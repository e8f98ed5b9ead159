-- A stage keeps its approvers. If they can't be reached, substitutes can be added one at a time while the stage is open. If a rule names no
-- person, the group that decides instead can be added too.
create or replace function stage_approvers_fixed() returns trigger language plpgsql as $$
declare
  kept jsonb := case when old.rule->>'kind' = 'anyOf' then coalesce(old.rule->'of', '[]')
    else jsonb_build_array(old.rule - 'fallbackGroupId' - 'explain') end;
  added jsonb;
begin
  if old.status = 'open' and (new.name, new.alternates) is not distinct from (old.name, old.alternates) and new.minimum >= old.minimum then
    if new.rule = old.rule then
      return new;
    end if;
    select coalesce(jsonb_agg(o.r), '[]') into added
    from jsonb_array_elements(new.rule->'of') with ordinality o (r, n) where o.n > jsonb_array_length(kept);
    if new.rule->>'kind' = 'anyOf'
      and kept = (select coalesce(jsonb_agg(o.r order by o.n), '[]') from jsonb_array_elements(new.rule->'of') with ordinality o (r, n)
        where o.n <= jsonb_array_length(kept))
      and new.rule - array['kind', 'of', 'fallbackGroupId', 'explain']
        = (case when old.rule->>'kind' = 'anyOf' then old.rule - array['kind', 'of', 'fallbackGroupId', 'explain'] else '{}' end)
      and coalesce(new.rule->>'fallbackGroupId', old.rule->>'fallbackGroupId') is not distinct from (old.rule->>'fallbackGroupId')
      and added->-1->>'kind' = 'person'
      and (jsonb_array_length(added) = 1 or jsonb_array_length(added) = 2
        and added->0 = jsonb_build_object('kind', 'directoryGroup', 'groupId', old.rule->'fallbackGroupId')) then
      return new;
    end if;
  end if;
  raise exception 'the approvers of a stage cannot change' using errcode = '23514', constraint = 'approval_stage_transitions';
end $$;

create trigger approval_stages_approvers_fixed before update of name, rule, alternates, minimum on approval_stages for each row
  when ((new.name, new.rule, new.alternates, new.minimum) is distinct from (old.name, old.rule, old.alternates, old.minimum))
  execute function stage_approvers_fixed();
