import { sql } from 'kysely'
import type { Static } from 'typebox'
import { person } from '../../../people/queries.ts'
import type { SandboxFailure } from './schemas.ts'

/**
 * Selects why a failed or quarantined sandbox stopped: the failed step of its latest run. The run is missing if it was never created.
 * Attempts, and who retried them, count since the sandbox's latest successful run. The time is text, because it comes in JSON.
 */
export const failureOfSandbox = sql<Omit<
  Static<typeof SandboxFailure>,
  'can'
> | null>`case when sandboxes.status in ('failed', 'quarantined') then (
  select json_build_object(
    'step', w.title, 'error', w.error->>'message', 'runId', r.id,
    'since', coalesce(r.stuck_since, a.ended_at, sandboxes.updated_at),
    'attempts', greatest(sandboxes.cleanup_failures, failing.attempts),
    'retriedBy', ${person(sql`(select e.person_id from sandbox_events e
      where e.sandbox_id = sandboxes.id and e.kind = 'retriggered' and e.at >= failing.started_at order by e.at desc, e.number desc limit 1)`)})
  from (select count(*) as attempts, min(x.created_at) as started_at from sandbox_actions x
    where x.sandbox_id = sandboxes.id and x.status = 'failed' and x.kind = case sandboxes.status when 'failed' then 'provision' else 'cleanUp' end
      and x.ended_at > coalesce((select max(d.ended_at) from sandbox_actions d where d.sandbox_id = sandboxes.id and d.status = 'done'), '-infinity')
    ) as failing
  left join lateral (select a.id, a.ended_at from sandbox_actions a
    where a.sandbox_id = sandboxes.id and a.kind = case sandboxes.status when 'failed' then 'provision' else 'cleanUp' end
    order by a.created_at desc limit 1) a on true
  left join work_runs r on r.subject_kind = 'sandboxAction' and r.subject_id = a.id and r.undoes is null
  left join lateral (select t.title, t.error from work_steps t
    where t.run_id = r.id and t.status not in ('succeeded', 'skipped') order by t.position limit 1) w on true
  limit 1) end`
