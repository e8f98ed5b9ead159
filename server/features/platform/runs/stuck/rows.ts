import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { isStalled } from '../../../../runs/stalled.ts'
import { stuckSandboxWork } from '../../../sandboxes/provisioning/queries.ts'
import { blockedPullRequests } from '../../../services/pipelines/queries.ts'
import { queueTitles } from '../../cockpit/queues.ts'
import { isUnfinished } from '../list.ts'
import type { StuckKind } from './schemas.ts'
import { waitingForRun } from './waiting.ts'

/** A pull request that has been open for this long is overdue. Its step fails after 14 days, so a week is left to act. */
const overdueAfterMs = 7 * 86_400_000
const maxMessageLength = 300

/**
 * SQL for everything that needs a person, each once, as the alias `w`. A blocked pull request replaces its run, a sandbox its runs, and a
 * rollout the failed run of its wave, or the stalled one after a halt. The navigation, Home, the cockpit and the list all count these rows.
 */
export function stuckWork(db: Db, now: Date): RawBuilder<unknown> {
  const blocked = blockedPullRequests(new Date(now.getTime() - overdueAfterMs))
  return sql`(
    select 'run'::text as kind, work_runs.id::text as id, case work_runs.status when 'failed' then 'failed' else 'stalled' end as state,
      work_runs.name, work_runs.reference, work_runs.subject_kind, work_runs.subject_id::text as subject_id, work_runs.account_id,
      work_runs.id as run_id, coalesce(work_runs.stuck_since, work_runs.updated_at) as since, ${waitingForRun('work_runs')} as people,
      null::text as detail, null::text as url, null::int as number, null::int as version
    from work_runs
    where work_runs.subject_kind <> 'sandboxAction' and ${isFailedOrStalled(now)}
      and work_runs.id not in (select b.run_id from (${blocked}) b)
    union all
    select 'pullRequest', p.run_id::text || '/' || p.number, p.state, p.title, p.reference, r.subject_kind, r.subject_id::text, r.account_id,
      p.run_id, coalesce(r.stuck_since, p.opened_at), ${waitingForRun('r')}, null, p.url, p.number, null
    from (${blocked}) p join work_runs r on r.id = p.run_id
    where not (r.subject_kind = 'edgeWave' and r.status = 'failed')
    union all
    select 'sandbox', s.id::text, case when s.status = 'quarantined' then 'quarantined' else x.state end, s.name, q.reference, 'sandbox', s.id::text,
      null, x.run_id, coalesce(r.stuck_since, r.updated_at, s.updated_at), ${waitingForSandbox}, null, null, null, null
    from ${stuckSandboxWork(db, now)} x join sandboxes s on s.id = x.sandbox_id join sandbox_requests q on q.id = s.request_id
    left join work_runs r on r.id = x.run_id
    union all
    select 'rollout', e.id::text, case e.status when 'halted' then 'halted' else 'failed' end, e.name, e.reference, 'edgeRollout', e.id::text,
      null, ${failedWaveRun}, coalesce(e.halted_at, e.updated_at), ${waitingForRollout},
      coalesce(e.halt_reason, f.stores || case f.stores when 1 then ' store' else ' stores' end || ' failed. Most common reason: ' || f.reason),
      null, null, e.version
    from edge_rollouts e left join lateral (
      select count(*) as stores, mode() within group (order by s.reason) as reason
      from edge_rollout_stores s where e.status = 'built' and s.rollout_id = e.id and s.status = 'failed') f on true
    where e.status = 'halted' or (e.status = 'built' and f.stores > 0)
    union all
    select 'queue', j.name, 'failed', t.title, null, 'queue', j.name, null, null, min(coalesce(j.completed_on, j.created_on)), '{}'::uuid[],
      (array_agg(left(coalesce(j.output ->> 'message', j.output ->> 'value'), ${maxMessageLength}) order by j.completed_on desc nulls last))[1], null, count(*)::int, null
    from pgboss.job j join unnest(${Object.keys(queueTitles)}::text[], ${Object.values(queueTitles).map(({ title }) => title)}::text[]) t (name, title)
      on t.name = j.name
    where j.state = 'failed' group by j.name, t.title) w`
}

const isFailedOrStalled = (now: Date) => sql<boolean>`(
  (work_runs.status = 'failed' and work_runs.subject_kind <> 'edgeWave' and ${isUnfinished})
  or (${isStalled('work_runs', now)} and not exists (
    select from edge_waves v join edge_rollouts e on e.id = v.rollout_id
    where work_runs.subject_kind = 'edgeWave' and v.work_id = work_runs.subject_id and e.status = 'halted')))`

/**
 * The requester and the owners are waiting for a setup or resume. If the sandbox is being removed, people in the queue are waiting for its
 * capacity.
 */
const waitingForSandbox = sql`case when x.kind in ('provision', 'resume') then array(
    select o.id from (
      select s.requester_id as id, -1 as position union all select o.person_id, o.position from sandbox_owners o where o.sandbox_id = s.id
    ) o group by o.id order by min(o.position))
  when x.kind = 'cleanUp' then array(
    select q.requester_id from sandboxes q where q.status = 'queued' and q.hosting = s.hosting group by q.requester_id order by min(q.queue_number))
  else '{}'::uuid[] end`

const failedWaveRun = sql`(
  select u.id from edge_waves v join work_runs u on u.subject_kind = 'edgeWave' and u.subject_id = v.work_id
  where v.rollout_id = e.id and v.status = 'halted' and u.status = 'failed' limit 1)`

const waitingForRollout = sql`array(
  select o.id from (
    select e.created_by as id, -1 as position union all select o.person_id, o.position from edge_rollout_owners o where o.rollout_id = e.id
  ) o group by o.id order by min(o.position))`

export const stuckCounts = (db: Db, now: Date): RawBuilder<{ kind: StuckKind; count: number; since: Date }> =>
  sql`select w.kind, count(*)::int as count, min(w.since) as since from ${stuckWork(db, now)} group by w.kind`
