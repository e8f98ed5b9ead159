-- A request whose base has ended grants nothing: access given back, a sandbox frozen or deleted, an account taken down, a person who has left.

alter table group_assignments
  -- When its end began. A request made before that moment must not bring the access back.
  add column ending_since timestamptz;

create or replace function group_assignment_move() returns trigger language plpgsql as $$
begin
  if new.group_id <> old.group_id or new.person_id <> old.person_id or new.request_id is distinct from old.request_id
    or new.via <> old.via or new.granted_by is distinct from old.granted_by then
    raise exception 'an assignment keeps its group, person and origin' using errcode = '23514', constraint = 'group_assignment_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'scheduled>granting', 'scheduled>revoked', 'granting>active', 'granting>revoking', 'active>revoking',
    'revoking>expired', 'revoking>revoked']) then
    raise exception 'an assignment cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'group_assignment_moves';
  end if;
  if old.status in ('scheduled', 'granting', 'active') and new.status in ('revoking', 'revoked') then
    new.ending_since := new.updated_at;
  end if;
  -- What a person would be shown differently; that they were reminded is not.
  if (new.status, new.starts_at, new.ends_at) is distinct from (old.status, old.starts_at, old.ends_at) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create index group_assignments_ending on group_assignments (group_id, person_id, ending_since) where ending_since is not null;

-- Open requests whose base has ended, each with the reason in the words of the notification. The one place that says so: requests are
-- withdrawn by it, and the trigger below lets nobody approve one of them. Where a state can be left again (frozen, expired with a
-- grace period), only what was requested before it is listed.
create view ended_requests as
select 'accountRequest'::text as subject_kind, r.id as subject_id, r.requester_id, null::uuid as account_id, null::uuid as sandbox_id,
  null::uuid as group_id, r.reference, r.status, 'The person who requested this was disabled in the directory.' as because
from account_requests r
join people p on p.id = r.requester_id
where r.status in ('pending_approval', 'changes_requested') and not p.active
union all
select 'accountUpdate', u.id, u.requester_id, u.account_id, null, null, u.reference, u.status, why.because
from account_updates u
join people p on p.id = u.requester_id
join accounts a on a.id = u.account_id
cross join lateral (select case
  when not p.active then 'The person who requested this was disabled in the directory.'
  when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
end as because) why
where u.status in ('pending_approval', 'changes_requested') and why.because is not null
union all
select case when g.account_id is null then 'sandboxAccessRequest' else 'accessRequest' end, r.id, r.requester_id, g.account_id, g.sandbox_id,
  g.id, r.reference, r.status, why.because
from access_requests r
join people p on p.id = r.requester_id
join access_groups g on g.id = r.group_id
left join accounts a on a.id = g.account_id
left join sandboxes s on s.id = g.sandbox_id
left join group_assignments b on b.id = r.extends_assignment_id
cross join lateral (select case
  when not p.active then 'The person who requested this was disabled in the directory.'
  when g.status in ('deleting', 'deleted') then 'The group ' || g.name || ' is being deleted.'
  when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
  when s.status in ('deleting', 'quarantined', 'deleted') then 'The sandbox ' || s.name || ' is being deleted.'
  when s.status = 'frozen' and s.frozen_at >= r.submitted_at then 'The sandbox ' || s.name || ' was frozen.'
  when b.status in ('revoking', 'revoked', 'expired') then 'The access to ' || g.name || ' that this would extend has ended.'
  when exists (select from group_assignments e
      where e.group_id = r.group_id and e.person_id = r.requester_id and e.ending_since >= r.submitted_at)
    and not exists (select from group_assignments l
      where l.group_id = r.group_id and l.person_id = r.requester_id and l.status in ('scheduled', 'granting', 'active'))
    then 'The access to ' || g.name || ' was ended after this was requested.'
end as because) why
where r.status in ('pending_approval', 'changes_requested') and why.because is not null
union all
select 'sandboxRequest', r.id, r.requester_id, null, r.sandbox_id, null, r.reference, r.status, why.because
from sandbox_requests r
join people p on p.id = r.requester_id
left join sandboxes s on s.id = r.sandbox_id
cross join lateral (select case
  when not p.active then 'The person who requested this was disabled in the directory.'
  when s.status in ('quarantined', 'deleted') or s.removing_at is not null then 'The sandbox ' || s.name || ' is being removed.'
  when s.status = 'deleting' and (s.delete_because <> 'expired' or s.delete_asked_at >= r.submitted_at)
    then 'The sandbox ' || s.name || case s.delete_because when 'expired' then ' expired.' else ' is being deleted.' end
  -- More money is the way out for what was frozen because its budget was used up: that request waits.
  when s.status = 'frozen' and s.frozen_because <> 'budget' and s.frozen_at >= r.submitted_at then 'The sandbox ' || s.name || ' was frozen.'
end as because) why
where r.status in ('pending_approval', 'changes_requested') and why.because is not null
union all
select 'pimActivation', t.id, t.person_id, t.account_id, null, null, t.role_name || ' in ' || a.name, t.status, why.because
from pim_activations t
join people p on p.id = t.person_id
join accounts a on a.id = t.account_id
left join pim_orders o on o.activation_id = t.id and o.status = 'asked'
cross join lateral (select case
  when not p.active then 'The person who requested this was disabled in the directory.'
  when a.status in ('decommissioning', 'decommissioned', 'deleted') then 'The account ' || a.name || ' is being decommissioned.'
  when o.id is not null and t.status <> 'active' then 'The role that this would extend has ended.'
end as because) why
where (t.status = 'pending_approval' or o.id is not null) and why.because is not null
union all
select 'policyChange', c.change_id, p.id, null, null, null, 'Version ' || c.version || ' of “' || c.name || '”', c.status,
  'The person who proposed this was disabled in the directory.'
from approval_policies c
join approvals a on a.subject_kind = 'policyChange' and a.subject_id = c.change_id and a.status = 'pending'
join people p on p.id = a.requester_id
where c.status = 'proposed' and not p.active;

-- Whatever the code does: nobody approves a request whose base has ended.
create function approval_base_ended() returns trigger language plpgsql as $$
declare
  reason text;
begin
  select e.because into reason from ended_requests e where e.subject_kind = new.subject_kind and e.subject_id = new.subject_id;
  if reason is not null then
    raise exception 'this cannot be approved: %', reason using errcode = '23514', constraint = 'approval_base_ended';
  end if;
  return new;
end $$;
create trigger approvals_base_ended before update of status on approvals
  for each row when (old.status = 'pending' and new.status = 'approved') execute function approval_base_ended();

-- Changes of tags in Azure that people asked for. Each is carried out by a run, which continues where it stopped.
create table tag_changes (
  id uuid primary key,
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  operation text not null check (operation in ('merge', 'replace', 'delete')),
  tags jsonb not null,
  resource_ids text[] not null check (cardinality(resource_ids) between 1 and 100),
  -- One for each resource, in their order: {resourceId, ok, unchanged, before, tags, error}.
  results jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((results is null) = (ended_at is null))
);
create index tag_changes_account on tag_changes (account_id, created_at desc);

-- As it was (0033), and what changes of tags are about.
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
$$;
