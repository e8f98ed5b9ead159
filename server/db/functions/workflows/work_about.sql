-- Returns what a run is about: the name, reference, person and account of its subject.
create or replace function work_about(run_kind text, subject text, id uuid)
returns table (name text, reference text, person_id uuid, account_id uuid) language sql stable as $$
  select r.name, r.reference, r.requester_id, r.account_id from approval_requests r where r.kind = subject and r.id = $3
  union all
  select g.name, null, case when run_kind <> 'revokeBatch' then s.person_id end, g.account_id
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
