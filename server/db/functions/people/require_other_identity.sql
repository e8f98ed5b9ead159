-- No person grants, extends, decides on or lifts their own access, from any of their user accounts (decision record 0032). The code denies
-- this with a reason, and these triggers prevent it even if the code has a fault. The triggers check a row when it is written. If two user
-- accounts later turn out to belong to the same person, earlier rows don't change.
create or replace function require_other_identity() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  one uuid := (written->>tg_argv[0])::uuid;
  other uuid := (written->>tg_argv[1])::uuid;
begin
  if same_identity(one, other) then
    raise exception '% and % are accounts of the same human', tg_argv[0], tg_argv[1] using errcode = '23514', constraint = tg_argv[2];
  end if;
  perform require_directory_read(one, other);
  return new;
end $$;

create trigger group_assignments_granted before insert or update of granted_by, person_id on group_assignments for each row
  when (new.granted_by is not null) execute function require_other_identity('granted_by', 'person_id', 'cannot_grant_own_access');
create trigger group_assignments_prolonged before update of ends_at, end_set_by on group_assignments for each row
  when (new.end_set_by is not null and old.ends_at is not null and (new.ends_at is null or new.ends_at > old.ends_at))
  execute function require_other_identity('end_set_by', 'person_id', 'cannot_extend_own_access');
create trigger access_differences_resolved before insert or update of status, resolved_by, person_id on access_differences for each row
  when (new.status in ('adopted', 'restored') and new.resolved_by is not null)
  execute function require_other_identity('resolved_by', 'person_id', 'cannot_adopt_own_access');
create trigger emergency_accesses_reviewed before insert or update of reviewer_id, person_id on emergency_accesses for each row
  when (new.reviewer_id is not null) execute function require_other_identity('reviewer_id', 'person_id', 'cannot_review_own_emergency');
create trigger emergency_accesses_lifted before insert or update of lifted_by, person_id on emergency_accesses for each row
  when (new.lifted_by is not null) execute function require_other_identity('lifted_by', 'person_id', 'cannot_lift_own_emergency');
create trigger ownership_proposals_made before insert or update of proposed_by, person_id on ownership_proposals for each row
  when (new.proposed_by is not null) execute function require_other_identity('proposed_by', 'person_id', 'cannot_propose_self');
create trigger approval_reassignments_made before insert or update of person_id, receiver_id on approval_reassignments for each row
  execute function require_other_identity('person_id', 'receiver_id', 'cannot_reassign_to_self');
create trigger delegations_other before insert or update of person_id, delegate_id on delegations for each row
  execute function require_other_identity('person_id', 'delegate_id', 'cannot_delegate_to_own_account');
create trigger delegations_made before insert or update of created_by, delegate_id on delegations for each row
  execute function require_other_identity('created_by', 'delegate_id', 'cannot_delegate_to_creator');
create trigger delegations_changed before update of starts_at, ends_at, reason, changed_by on delegations for each row
  when (new.changed_by is not null) execute function require_other_identity('changed_by', 'delegate_id', 'cannot_delegate_to_creator');
-- A different human must replace an owner who moved, because the owner would otherwise keep the account through a second user account.
create trigger ownership_gaps_accepted before insert or update of outcome, successor_id, person_id on ownership_gaps for each row
  when (new.reason = 'moved' and new.outcome = 'accepted')
  execute function require_other_identity('successor_id', 'person_id', 'cannot_succeed_self');
create trigger group_assignments_lifted before insert or update of maximum_lifted_by, person_id on group_assignments for each row
  when (new.maximum_lifted_by is not null)
  execute function require_other_identity('maximum_lifted_by', 'person_id', 'cannot_lift_own_maximum');
