-- Every vote that approves a privileged request had a valid second factor, as the setting `stepUp` requires since its last change.
with setting as materialized (
  select coalesce((select s.value #>> '{}' from settings s where s.name = 'stepUp'), 'privilegedOnly') as value,
    greatest((select max(c.at) from setting_changes c where c.name = 'stepUp'), (select m.applied_at from schema_migrations m where m.version = 20)) as since
), recent as materialized (
  select id, subject_kind = 'policyChange' or facts #>> '{request,privileged}' = 'true' as privileged from approvals
  where status = 'pending' or (status <> 'pending' and closed_at > now() - interval '30 days')
)
select d.approval_id as id, 'the vote of ' || p.display_name || ' in stage ' || d.stage || ' had no valid second factor' as detail
from recent r
join setting s on s.value = 'all' or s.value = 'privilegedOnly' and r.privileged
-- A vote can be counted while the transaction that changes the setting is not committed yet.
join approval_decisions d on d.approval_id = r.id and d.decision = 'approve' and d.decided_at > s.since + interval '1 minute'
join people p on p.id = d.approver_id
where d.second_factor_until <= d.decided_at
  -- Older processes can vote for a day after the upgrade. After a return to the previous release, this is the last upgrade that is recorded.
  or d.second_factor_until is null and d.decided_at > (select max(u.applied_at) + interval '1 day' from (
    select m.applied_at from schema_migrations m where m.version >= 20 union all select v.applied_at from schema_revisions v) u)
