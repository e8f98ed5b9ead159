create or replace function eligibility_is_needed(eligibility role_eligibilities, at timestamptz) returns boolean language sql stable as $$
  select eligibility.status = 'active'
    and (eligibility.renew_until is null or eligibility.renew_until > coalesce(greatest(eligibility.ends_at, at), at))
    and (eligibility.account_id is null or exists (
      select from accounts a where a.id = eligibility.account_id and a.status = 'active'))
    and (eligibility.sandbox_id is null or exists (
      select from sandboxes s where s.id = eligibility.sandbox_id and s.status in ('active', 'frozen')))
    and not exists (
      select from access_groups g where g.directory_group_id = eligibility.principal_id
        and not (g.status = 'ready' and g.assignment = 'eligible'))
    and not exists (select from people p where p.id = eligibility.principal_id and not p.active)
$$;
