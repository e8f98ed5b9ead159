create or replace function pending_keys_by_fallback(groups uuid[]) returns setof pending_approver_keys language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  understaffed text[];
  soles jsonb;
begin
  if not exists (select from pending_approver_keys where fallback_group_id = any (groups)) then
    return;
  end if;
  select array_agg(key), jsonb_object_agg(key, sole) into understaffed, soles from understaffed_keys(groups);
  return query
  select u.* from pending_approver_keys u
  join people q on q.id = u.requester_id
  where u.key = any (understaffed) and u.fallback_group_id = any (groups) and coalesce(soles->>u.key, identity_key(q)) = identity_key(q)
    and (u.alone or not exists (
      select from pending_approver_keys o where o.approval_id = u.approval_id and o.stage = u.stage and o.alternate = u.alternate
        and (not soles ? o.key or coalesce(soles->>o.key, identity_key(q)) <> identity_key(q))));
end $$;
