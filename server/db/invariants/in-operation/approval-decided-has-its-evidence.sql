-- An approval that was decided has its evidence, unless it was decided before the upgrade or by an older process within a day of it.
select a.id, 'it was ' || a.status || ' at ' || a.closed_at as detail
from approvals a
where a.status in ('approved', 'rejected', 'changes_requested')
  and a.closed_at > (select m.applied_at + interval '1 day' from schema_migrations m where m.version = 11)
  and not exists (select from approval_evidence e where e.approval_id = a.id)
