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

alter table access_groups rename column lets to allowed_actions;
alter table access_groups rename column find_text to search_text;
alter table role_abilities rename column lets to allowed_actions;
alter table role_abilities rename column learned_at to synced_at;
alter index role_abilities_learned rename to role_abilities_synced;
alter table access_reviews rename column when_silent to default_decision;
alter table address_ranges rename column taken_at to allocated_at;
alter table alert_arrivals rename to alert_events;
alter table alert_groups rename column folds to revision;
alter table calendar_refusals rename to calendar_denials;
alter table calendar_denials rename column refused_at to denied_at;
alter table calendars rename column wanted_at to requested_at;
alter table notification_channels rename column rest_until to paused_until;
alter table people rename column roles_at to roles_synced_at;
alter table people rename column tokens_from to tokens_valid_from;
alter table role_eligibilities rename column wanted_until to renew_until;
alter table sandbox_bills rename column trouble to problem;
alter table sandbox_meters rename column trouble to problem;
alter table sandbox_requests rename column ruling to decision_reasons;
alter table sandboxes rename column held to frozen_state;
alter table schedules rename column beat to heartbeat;
alter table stores rename column gone_at to delisted_at;

alter table sandbox_hosts rename column rest_hours to cooldown_hours;
alter table sandbox_hosts rename column resting_until to cooldown_until;
alter table sandbox_hosts drop constraint sandbox_hosts_status_check, drop constraint sandbox_hosts_check1;
drop index sandbox_hosts_resting;
update sandbox_hosts set status = 'coolingDown' where status = 'resting';
alter table sandbox_hosts
  add constraint sandbox_hosts_status_check check (status in ('available', 'coolingDown', 'quarantined', 'closed')),
  add constraint sandbox_hosts_cooldown_check check ((status = 'coolingDown') = (cooldown_until is not null));
create index sandbox_hosts_cooldown on sandbox_hosts (cooldown_until) where status = 'coolingDown';

update account_decommissions set access = jsonb_set(access, '{eligibilities}', (
  select jsonb_agg(case when e ? 'wantedUntil' then e - 'wantedUntil' || jsonb_build_object('renewUntil', e -> 'wantedUntil') else e end order by n)
  from jsonb_array_elements(access -> 'eligibilities') with ordinality r (e, n)))
where access @? '$.eligibilities[*].wantedUntil';

alter sequence alert_arrivals_id_seq rename to alert_events_id_seq;
do $$
declare
  rename record;
  old_name text;
begin
  for rename in
    select * from (values ('access_groups', 'find', 'search'), ('access_groups', 'lets', 'allowed_actions'),
      ('access_review_items', 'recommended_because', 'recommendation_reason'), ('access_reviews', 'cancelled_because', 'cancel_reason'),
      ('access_reviews', 'when_silent', 'default_decision'), ('account_decommissions', 'account_retirements', 'account_decommissions'),
      ('alert_events', 'alert_arrivals', 'alert_events'), ('alert_groups', 'folds', 'revision'),
      ('approval_reassignments', 'passed_decisions', 'approval_reassignments'), ('calendar_denials', 'calendar_refusals', 'calendar_denials'),
      ('calendar_denials', 'refused_at', 'denied_at'), ('calendars', 'wanted_at', 'requested_at'),
      ('group_assignments', 'maximum_lifted_because', 'maximum_lift_reason'),
      ('notification_channels', 'disabled_because', 'disabled_reason'), ('policy_replay_changes', 'odd', 'severity'),
      ('policy_replay_changes', 'was', 'actual'), ('policy_replay_changes', 'would', 'simulated'), ('policy_replays', 'looked', 'checked'),
      ('role_abilities', 'lets', 'allowed_actions'), ('sandbox_hosts', 'rest_hours', 'cooldown_hours'),
      ('sandbox_requests', 'ruling', 'decision_reasons'), ('sandboxes', 'delete_because', 'delete_cause'),
      ('sandboxes', 'frozen_because', 'freeze_cause'), ('sandboxes', 'held', 'frozen_state'), ('schedules', 'beat', 'heartbeat')
    ) renames (relation, old, new)
  loop
    for old_name in
      select conname from pg_constraint where conrelid = rename.relation::regclass and strpos(conname, rename.old) > 0
    loop
      execute format('alter table %I rename constraint %I to %I', rename.relation, old_name, replace(old_name, rename.old, rename.new));
    end loop;
    for old_name in
      select relname from pg_index join pg_class on oid = indexrelid
      where indrelid = rename.relation::regclass and strpos(relname, rename.old) > 0
    loop
      execute format('alter index %I rename to %I', old_name, replace(old_name, rename.old, rename.new));
    end loop;
  end loop;
end $$;
