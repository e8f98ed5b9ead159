-- Eligibilities for roles that Slipway asked Azure for. Azure lets most of them last a year at the most, so each is renewed before it ends,
-- as long as what it was given for is there.
create table role_eligibilities (
  id uuid primary key,
  account_id uuid references accounts,
  sandbox_id uuid references sandboxes,
  scope text not null check (scope = lower(scope)),
  role_definition_id text not null check (role_definition_id = lower(role_definition_id)),
  -- A group of the directory, or a person whose right was given back.
  principal_id uuid not null,
  principal_type text not null check (principal_type in ('User', 'Group', 'ServicePrincipal')),
  -- As Azure has it; null: never.
  ends_at timestamptz,
  renew_at timestamptz check (renew_at <= ends_at),
  -- It is not wanted longer than this; null: as long as its account or sandbox and its group are there.
  wanted_until timestamptz,
  status text not null default 'active' check (status in ('active', 'ended')),
  -- The name of the latest renewal in Azure, and the subject of the run that carries it out.
  renewal_id uuid unique,
  problem text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(account_id, sandbox_id) = 1),
  check ((ends_at is null) = (renew_at is null)),
  unique (scope, role_definition_id, principal_id)
);
create index role_eligibilities_due on role_eligibilities (renew_at) where status = 'active';
create index role_eligibilities_principal on role_eligibilities (principal_id) where status = 'active';
create index role_eligibilities_account on role_eligibilities (account_id) where status = 'active';

-- Whether an eligibility may be renewed: what it was given for is there, and nobody is taking it away.
create function eligibility_is_wanted(eligibility role_eligibilities, at timestamptz) returns boolean language sql stable as $$
  select eligibility.status = 'active'
    and (eligibility.wanted_until is null or eligibility.wanted_until > coalesce(greatest(eligibility.ends_at, at), at))
    and (eligibility.account_id is null or exists (
      select from accounts a where a.id = eligibility.account_id and a.status = 'active'))
    and (eligibility.sandbox_id is null or exists (
      select from sandboxes s where s.id = eligibility.sandbox_id and s.status in ('active', 'frozen')))
    and not exists (
      select from access_groups g where g.directory_group_id = eligibility.principal_id
        and not (g.status = 'ready' and g.assignment = 'eligible'))
    -- Whoever was disabled in the directory gets no more time.
    and not exists (select from people p where p.id = eligibility.principal_id and not p.active)
$$;

-- A renewal is begun only of what may be renewed, whoever begins it.
create function role_eligibility_renewal() returns trigger language plpgsql as $$
begin
  if not eligibility_is_wanted(new, now()) then
    raise exception 'an eligibility that is no longer wanted is not renewed' using errcode = '23514', constraint = 'role_eligibility_wanted';
  end if;
  return new;
end $$;
create trigger role_eligibility_renewal before update of renewal_id on role_eligibilities for each row
  when (new.renewal_id is not null and new.renewal_id is distinct from old.renewal_id)
  execute function role_eligibility_renewal();

-- As it was (0050), and what renewals of eligibilities, policy evaluations and runs about an account or a sandbox itself are about.
create or replace function work_about(run_kind text, subject text, id uuid)
returns table (name text, reference text, person_id uuid, account_id uuid) language sql stable as $$
  select r.name, r.reference, r.requester_id, r.account_id
  from account_requests r where subject = 'accountRequest' and r.id = $3
  union all
  select a.name, u.reference, u.requester_id, u.account_id
  from account_updates u join accounts a on a.id = u.account_id where subject = 'accountUpdate' and u.id = $3
  union all
  select g.name, r.reference, r.requester_id, g.account_id
  from access_requests r join access_groups g on g.id = r.group_id
  where subject in ('accessRequest', 'sandboxAccessRequest') and r.id = $3
  union all
  select g.name, null, case when run_kind <> 'revokeTogether' then s.person_id end, g.account_id
  from group_assignments s join access_groups g on g.id = s.group_id where subject = 'groupAssignment' and s.id = $3
  union all
  select t.role_name || ' in ' || a.name, null, t.person_id, t.account_id
  from pim_orders o join pim_activations t on t.id = o.activation_id join accounts a on a.id = t.account_id
  where subject = 'pimOrder' and o.id = $3
  union all
  select g.name, null, g.created_by, g.account_id from access_groups g where subject = 'accessGroup' and g.id = $3
  union all
  select g.name, null, d.person_id, d.account_id
  from access_differences d join access_groups g on g.id = d.group_id where subject = 'accessDifference' and d.id = $3
  union all
  select a.name, e.reference, e.person_id, e.account_id
  from emergency_accesses e join accounts a on a.id = e.account_id where subject = 'emergencyAccess' and e.id = $3
  union all
  select a.name, i.number, i.raised_by, i.account_id
  from incidents i join accounts a on a.id = i.account_id where subject = 'incident' and i.id = $3
  union all
  select r.name, r.reference, r.created_by, null from access_reviews r where subject = 'accessReview' and r.id = $3
  union all
  select d.app || ' of ' || a.name, null, null, d.account_id
  from deployments d join accounts a on a.id = d.account_id where subject = 'deployment' and d.id = $3
  union all
  select s.name, q.reference, s.requester_id, null
  from sandbox_actions a join sandboxes s on s.id = a.sandbox_id join sandbox_requests q on q.id = s.request_id
  where subject = 'sandboxAction' and a.id = $3
  union all
  select r.name || ', wave ' || w.number, r.reference, r.created_by, null
  from edge_waves w join edge_rollouts r on r.id = w.rollout_id where subject = 'edgeWave' and w.work_id = $3
  union all
  select a.name, null, t.person_id, t.account_id
  from tag_changes t join accounts a on a.id = t.account_id where subject = 'tagChange' and t.id = $3
  union all
  select coalesce(g.name, a.name, s.name), null, null, e.account_id
  from role_eligibilities e
  left join access_groups g on g.directory_group_id = e.principal_id left join accounts a on a.id = e.account_id
  left join sandboxes s on s.id = e.sandbox_id
  where subject = 'roleEligibility' and e.renewal_id = $3
  union all
  select a.name, null, e.person_id, e.account_id
  from policy_evaluations e join accounts a on a.id = e.account_id where subject = 'policyEvaluation' and e.id = $3
  union all
  select a.name, r.reference, null, a.id
  from accounts a left join account_requests r on r.id = a.request_id where subject = 'account' and a.id = $3
  union all
  select s.name, null, null, null from sandboxes s where subject = 'sandbox' and s.id = $3
$$;
