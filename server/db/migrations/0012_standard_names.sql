-- contract 0012: columns and stored values get the names of the glossary, which processes before 0012 don't know.

alter table access_review_items rename column recommended_because to recommendation_reason;
alter table access_reviews rename column cancelled_because to cancel_reason;
alter table approvals rename column answer_by to resubmit_by;
alter table approvals rename column answer_next to resubmit_check_at;
alter index approvals_answer_next rename to approvals_resubmit_check;
alter table edge_rollouts rename column halted_because to halt_reason;
alter table group_assignments rename column maximum_lifted_because to maximum_lift_reason;
alter table notification_channels rename column disabled_because to disabled_reason;
alter table sandboxes rename column frozen_because to freeze_cause;
alter table sandboxes rename column delete_because to delete_cause;
drop view if exists ended_requests;

-- Only drafts of policies can be changed otherwise.
alter table approval_policies disable trigger user;
update approval_policies set
  reject = (select coalesce(jsonb_agg(rule - 'because' || jsonb_build_object('reason', rule -> 'because') order by n), '[]')
    from jsonb_array_elements(reject) with ordinality r (rule, n)),
  approve = (select coalesce(jsonb_agg(rule - 'because' || jsonb_build_object('reason', rule -> 'because') order by n), '[]')
    from jsonb_array_elements(approve) with ordinality r (rule, n))
where reject <> '[]' or approve <> '[]';
alter table approval_policies enable trigger user;

alter table approvals rename column given to override_outcome;
alter table approvals drop constraint approvals_given_check;
update approvals set override_outcome = 'required' where override_outcome = 'asked';
alter table approvals add constraint approvals_override_outcome_check check (override_outcome in ('approved', 'stages', 'required'));

-- Replays can be repeated.
delete from policy_replays;
alter table policy_replays rename column looked to checked;
alter table policy_replay_changes rename column odd to severity;
alter table policy_replay_changes rename column was to actual;
alter table policy_replay_changes rename column would to simulated;
alter table policy_replay_changes drop constraint policy_replay_changes_change_check;
alter table policy_replay_changes add constraint policy_replay_changes_change_check check (change in (
  'approvedAutomatically', 'rejectedAutomatically', 'noStage', 'approvalAdded', 'moreStages', 'fewerStages', 'differentApprovers',
  'differentDeadlines'));

drop index pim_orders_one_asked;
alter table pim_orders drop constraint pim_orders_status_check;
update pim_orders set status = case status when 'asked' then 'requested' else 'rejected' end where status in ('asked', 'refused');
alter table pim_orders add constraint pim_orders_status_check check (status in ('requested', 'waiting', 'open', 'done', 'rejected'));
create unique index pim_orders_one_requested on pim_orders (activation_id) where status = 'requested';
update work_steps set output = output - 'refused' || jsonb_build_object('rejected', output -> 'refused') where output ? 'refused';

update access_requests set conflicts = (
  select jsonb_agg(case conflict ->> 'holds' when 'asked' then conflict || '{"holds": "requested"}' else conflict end order by n)
  from jsonb_array_elements(conflicts) with ordinality c (conflict, n))
where conflicts @> '[{"holds": "asked"}]';

alter table sandbox_actions drop constraint sandbox_actions_kind_check;
update sandbox_actions set kind = 'resume' where kind = 'thaw';
alter table sandbox_actions add constraint sandbox_actions_kind_check check (kind in ('provision', 'freeze', 'resume', 'cleanUp'));
update sandbox_events set kind = 'resumed', key = 'resumed' || substr(key, length('thawed') + 1) where kind = 'thawed';
update work_runs set kind = 'resumeSandbox' where kind = 'thawSandbox';
update notifications set kind = 'sandboxResumed' where kind = 'sandboxThawed';
update deliveries set kind = 'sandboxResumed' where kind = 'sandboxThawed';
update notification_channels set topics = array_replace(topics, 'sandboxThawed', 'sandboxResumed') where 'sandboxThawed' = any (topics);
update notification_settings set mail = mail - 'sandboxThawed' || jsonb_build_object('sandboxResumed', mail -> 'sandboxThawed')
where mail ? 'sandboxThawed';

create temporary table step_names (old_name text primary key, new_name text not null) on commit drop;
insert into step_names values ('awaitDelivery', 'waitForDelivery'), ('becomeHealthy', 'waitUntilHealthy'), ('begin', 'startDecommission'),
  ('cancelInAzure', 'sendOrder'), ('clearPlace', 'resetSubscription'), ('deleteRest', 'deleteRemaining'), ('follow', 'waitForSync'),
  ('giveAccess', 'regrantAccess'), ('giveRole', 'activateEmergencyRole'), ('makeGroup', 'createGroup'), ('makeGroups', 'createGroups'),
  ('markPlace', 'tagScope'), ('placeSubscription', 'moveSubscription'), ('retireConfigurationItem', 'closeConfigurationItem'),
  ('returnToRepository', 'restoreInRepository'), ('reviveInCmdb', 'restoreInCmdb'), ('seeAccess', 'verifyAccess'),
  ('seeBack', 'verifyRestored'), ('seeGone', 'verifyRoleRemoved'), ('seeGroup', 'verifyGroup'), ('seeInAzure', 'verifyInAzure'),
  ('seeItGone', 'verifyRemoved'), ('seeRemovals', 'verifyRemovals'), ('seeRole', 'verifyRole'), ('seeRoles', 'verifyRoles'),
  ('seeStill', 'verifyStopped'), ('takeRole', 'removeRole'), ('waitOutGrace', 'waitForGracePeriod');
update work_steps set name = new_name from step_names where name = old_name;
update work_runs set at_step = new_name from step_names where at_step = old_name;
update pull_requests set step = new_name from step_names where step = old_name;

update schedules set name = 'reconcileOwnership' where name = 'resolveOwnershipGaps';
update queue_pauses set queue = 'reconcileOwnership' where queue = 'resolveOwnershipGaps';
