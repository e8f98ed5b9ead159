-- Returns what a run is about: the name, reference, person and account of its subject. Only the query of the subject's kind is planned:
-- planning all of them took 30 ms for each new connection.
create or replace function run_subject(run_kind text, subject text, id uuid)
returns table (name text, reference text, person_id uuid, account_id uuid) language plpgsql stable as $$
begin
  case subject
    when 'groupAssignment' then
      return query select g.name, null, case when run_kind <> 'revokeBatch' then s.person_id end, g.account_id
      from group_assignments s join access_groups g on g.id = s.group_id where s.id = $3;
    when 'pimOrder' then
      return query select t.role_name || ' in ' || a.name, null, t.person_id, t.account_id
      from pim_orders o join pim_activations t on t.id = o.activation_id join accounts a on a.id = t.account_id
      where o.id = $3;
    when 'accessGroup' then
      return query select g.name, null, g.created_by, g.account_id from access_groups g where g.id = $3;
    when 'accessDifference' then
      return query select g.name, null, d.person_id, d.account_id
      from access_differences d join access_groups g on g.id = d.group_id where d.id = $3;
    when 'emergencyAccess' then
      return query select a.name, e.reference, e.person_id, e.account_id
      from emergency_accesses e join accounts a on a.id = e.account_id where e.id = $3;
    when 'incident' then
      return query select a.name, i.number, i.raised_by, i.account_id
      from incidents i join accounts a on a.id = i.account_id where i.id = $3;
    when 'accessReview' then
      return query select r.name, r.reference, r.created_by, null::uuid from access_reviews r where r.id = $3;
    when 'deployment' then
      return query select d.app || ' of ' || a.name, null, null::uuid, d.account_id
      from deployments d join accounts a on a.id = d.account_id where d.id = $3;
    when 'sandboxAction' then
      return query select s.name, q.reference, s.requester_id, null::uuid
      from sandbox_actions a join sandboxes s on s.id = a.sandbox_id join sandbox_requests q on q.id = s.request_id
      where a.id = $3;
    when 'edgeWave' then
      return query select r.name || ', wave ' || w.number, r.reference, r.created_by, null::uuid
      from edge_waves w join edge_rollouts r on r.id = w.rollout_id where w.work_id = $3;
    when 'tagChange' then
      return query select a.name, null, t.person_id, t.account_id
      from tag_changes t join accounts a on a.id = t.account_id where t.id = $3;
    when 'roleEligibility' then
      return query select coalesce(g.name, a.name, s.name), null, null::uuid, e.account_id
      from role_eligibilities e
      left join access_groups g on g.directory_group_id = e.principal_id left join accounts a on a.id = e.account_id
      left join sandboxes s on s.id = e.sandbox_id
      where e.renewal_id = $3;
    when 'policyEvaluation' then
      return query select a.name, null, e.person_id, e.account_id
      from policy_evaluations e join accounts a on a.id = e.account_id where e.id = $3;
    when 'account' then
      return query select a.name, r.reference, null::uuid, a.id
      from accounts a left join account_requests r on r.id = a.request_id where a.id = $3;
    when 'sandbox' then
      return query select s.name, q.reference, null::uuid, null::uuid
      from sandboxes s left join sandbox_requests q on q.id = s.request_id where s.id = $3;
    else
      return query select r.name, r.reference, r.requester_id, r.account_id from approval_requests r where r.kind = subject and r.id = $3;
  end case;
end $$;
