-- Does the same as `stage_approvers` for one stage. PL/pgSQL plans the statement once, because planning takes longer than running it.
create or replace function approvers_of_stage(round uuid, number int)
returns table (person_id uuid, fallback boolean, alternate boolean, on_behalf_of uuid, reassigned boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query select sa.person_id, sa.fallback, sa.alternate, sa.on_behalf_of, sa.reassigned
    from stage_approvers sa where sa.approval_id = round and sa.stage = number;
end $$;
