-- Every accepted database restore has its own complete report, and the audit trail has its acceptance, even after an erasure.
select r.id, case when p.id is null then 'it was accepted with a different or incomplete report' else 'it has no audit event' end as detail
from database_restores r
left join restore_reports p on p.id = r.accepted_report and p.restore_id = r.id and p.ended_at is not null and p.problems = '[]'
where r.accepted_by is not null
  and (p.id is null or not exists (select from audit_events e
    where e.operation = 'acceptDatabaseRestore' and e.subject_id = r.id::text and e.outcome = 'allowed' and (e.actor_id = r.accepted_by or e.actor_name = 'erased')))
