-- Every queued notification is about a subject that exists.
select d.id, d.kind || ' is about ' || d.subject_kind || ' ' || d.subject_id || ', which does not exist' as detail
from deliveries d
where d.status in ('waiting', 'failed') and case d.subject_kind
  when 'account' then not exists (select from accounts x where x.id = d.subject_id)
  when 'accountRequest' then not exists (select from account_requests x where x.id = d.subject_id)
  when 'accountUpdate' then not exists (select from account_updates x where x.id = d.subject_id)
  when 'approval' then not exists (select from approvals x where x.id = d.subject_id)
  when 'groupAssignment' then not exists (select from group_assignments x where x.id = d.subject_id)
  when 'pimActivation' then not exists (select from pim_activations x where x.id = d.subject_id)
  when 'emergencyAccess' then not exists (select from emergency_accesses x where x.id = d.subject_id)
  when 'sandbox' then not exists (select from sandboxes x where x.id = d.subject_id)
  when 'delegation' then not exists (select from delegations x where x.id = d.subject_id)
  when 'edgeRollout' then not exists (select from edge_rollouts x where x.id = d.subject_id)
  else false end
