-- Every membership that is being granted or revoked has a run.
select s.id, 'it is ' || s.status || ' and has no run' as detail
from group_assignments s
where s.status in ('granting', 'revoking')
  and not exists (
    select from work_runs r where r.subject_kind = 'groupAssignment' and r.subject_id = s.id and r.status <> 'succeeded'
    union all
    select from work_runs r where r.kind = 'revokeBatch' and r.status <> 'succeeded'
      and r.input->'assignmentIds' ? s.id::text)
  and not exists (
    select from access_groups g join work_runs r on r.subject_kind = 'accessGroup' and r.subject_id = g.id
    where g.id = s.group_id and r.status <> 'succeeded')
  and not exists (
    select from access_groups g join sandbox_actions a on a.sandbox_id = g.sandbox_id join work_runs r on r.subject_id = a.id
    where g.id = s.group_id and r.status <> 'succeeded')
