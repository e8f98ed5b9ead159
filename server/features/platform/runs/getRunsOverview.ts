import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Can, NullableTimestamp, Timestamp, Uuid } from '../../../people/schemas.ts'
import { titleOf } from '../../../runs/labels.ts'
import { maxBatchSize, NullableText } from '../../../runs/schemas.ts'
import { loadPauses } from '../cockpit/pauses.ts'
import { cockpitCan } from '../cockpit/policy.ts'
import { QueuePause } from '../cockpit/schemas.ts'
import { isUnfinished, isUnfinishedRun } from './list.ts'
import { stuckCounts } from './stuck/rows.ts'

const Counts = {
  moving: Type.Integer({ description: 'Number of runs that are queued or running.' }),
  waiting: Type.Integer({ description: 'Number of runs that wait without an error, such as for the end of a grace period.' }),
  retrying: Type.Integer({ description: 'Number of runs with an error that are retried automatically.' }),
  stuck: Type.Integer(),
}
const Overview = Type.Object({
  ...Counts,
  stuckWork: Type.Object(
    { total: Type.Integer(), oldestSince: NullableTimestamp },
    { description: 'Everything that `listStuckWork` lists: runs, and also pull requests, sandboxes, rollouts and queues.' },
  ),
  finishedLastDay: Type.Integer(),
  cancelledLastDay: Type.Integer(),
  lanes: Type.Array(
    Type.Object({
      kind: Type.String(),
      title: Type.String(),
      ...Counts,
      steps: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), ...Counts })),
    }),
    { description: 'Run kinds with unfinished runs, each with its steps in order. Kinds with stuck runs come first.' },
  ),
  causes: Type.Array(
    Type.Object({
      service: NullableText,
      code: Type.String(),
      message: Type.String({ description: 'Error message of the run that has been stuck longest.' }),
      count: Type.Integer(),
      failed: Type.Integer({ description: 'Number of stuck runs with this cause that are no longer retried automatically.' }),
      since: Timestamp,
      kinds: Type.Array(Type.Object({ kind: Type.String(), title: Type.String(), count: Type.Integer() })),
      runIds: Type.Array(Uuid, { description: `IDs of at most ${maxBatchSize} stuck runs, longest stuck first, for a bulk retry.` }),
    }),
    { description: 'Causes of stuck runs, most frequent first.' },
  ),
  pauses: Type.Array(QueuePause, { description: 'Paused queues, longest paused first.' }),
  can: Can,
})

interface LaneRow {
  kind: string
  name: string
  title: string
  position: number
  moving: number
  waiting: number
  retrying: number
  stuck: number
}

export const getRunsOverview = operation({
  id: 'getRunsOverview',
  method: 'GET',
  path: '/work/overview',
  tag: 'work',
  summary: 'Get the numbers of unfinished runs by kind and step, and the causes of stuck runs',
  access: 'adminOrAuditor',
  responses: { 200: Overview },
  async handler({ db, actor, now }) {
    const dayAgo = new Date(now().getTime() - 86_400_000)
    const openRuns = sql`select work_runs.* from work_runs where ${isUnfinishedRun} and ${isUnfinished}`
    const [pauses, stuckWork, lanes, causes, endedCounts] = await Promise.all([
      loadPauses(db),
      stuckCounts(db, now()).execute(db),
      sql<LaneRow>`with open as materialized (${openRuns}),
        shape as (select distinct on (o.kind, s.position) o.kind, s.position, s.name, s.title
          from (select distinct on (kind) kind, id from open order by kind, created_at desc) o join work_steps s on s.run_id = o.id
          order by o.kind, s.position)
        select shape.kind, shape.name, shape.title, shape.position,
          count(open.id) filter (where open.status in ('queued', 'running') and open.stuck_since is null)::int as moving,
          count(open.id) filter (where open.status = 'waiting' and open.stuck_since is null)::int as waiting,
          count(open.id) filter (where open.status <> 'failed' and open.stuck_since is not null)::int as retrying,
          count(open.id) filter (where open.status = 'failed')::int as stuck
        from shape left join open on open.kind = shape.kind and open.at_step = shape.name
        group by shape.kind, shape.name, shape.title, shape.position order by shape.kind, shape.position`.execute(db),
      sql<Static<typeof Overview>['causes'][number] & { since: Date }>`with stuck as (
          select id, kind, status, stuck_since, cause_service, coalesce(cause_code, 'unknown') as code, coalesce(cause_text, '') as text
          from (${openRuns}) o where stuck_since is not null),
        kinds as (select cause_service, code, kind, count(*)::int as count from stuck group by cause_service, code, kind)
        select cause_service as service, code, (array_agg(text order by stuck_since, id))[1] as message, count(*)::int as count,
          count(*) filter (where status = 'failed')::int as failed, min(stuck_since) as since,
          (select jsonb_agg(jsonb_build_object('kind', k.kind, 'count', k.count) order by k.count desc, k.kind) from kinds k
            where k.cause_service is not distinct from stuck.cause_service and k.code = stuck.code) as kinds,
          (array_agg(id order by status = 'failed' desc, stuck_since, id))[1:${maxBatchSize}::int] as "runIds"
        from stuck group by cause_service, code order by count(*) desc, min(stuck_since) limit 50`.execute(db),
      sql<{ finished: number; cancelled: number }>`select
        (select count(*) from (select from work_runs where status = 'succeeded' and updated_at > ${dayAgo} limit 10000) f)::int as finished,
        (select count(*) from (select from work_runs where status = 'cancelled' and cancelled_at > ${dayAgo} limit 10000) c)::int as cancelled`.execute(
        db,
      ),
    ])
    const byKind = Map.groupBy(lanes.rows, (row) => row.kind)
    const allLanes = [...byKind].map(([kind, rows]) => ({
      kind,
      title: titleOf(kind),
      ...sumOf(rows),
      steps: rows.map(({ name, title, moving, waiting, retrying, stuck }) => ({ name, title, moving, waiting, retrying, stuck })),
    }))
    // A run that is about to end has no current step, so its kind can have no counts.
    const nonEmptyLanes = allLanes.filter(({ moving, waiting, retrying, stuck }) => moving + waiting + retrying + stuck > 0)
    return {
      ...sumOf(nonEmptyLanes),
      finishedLastDay: endedCounts.rows[0]!.finished,
      cancelledLastDay: endedCounts.rows[0]!.cancelled,
      stuckWork: {
        total: stuckWork.rows.reduce((total, { count }) => total + count, 0),
        oldestSince: stuckWork.rows.map(({ since }) => since.toISOString()).sort()[0] ?? null,
      },
      lanes: nonEmptyLanes.toSorted((a, b) => b.stuck - a.stuck || b.retrying - a.retrying || a.title.localeCompare(b.title)),
      causes: causes.rows.map((cause) => ({
        ...cause,
        since: cause.since.toISOString(),
        kinds: cause.kinds.map(({ kind, count }) => ({ kind, title: titleOf(kind), count })),
      })),
      pauses,
      can: cockpitCan(actor),
    }
  },
})

interface RunCount {
  moving: number
  waiting: number
  retrying: number
  stuck: number
}
function sumOf(rows: readonly RunCount[]): RunCount {
  const sum = (counter: keyof RunCount) => rows.reduce((total, row) => total + row[counter], 0)
  return { moving: sum('moving'), waiting: sum('waiting'), retrying: sum('retrying'), stuck: sum('stuck') }
}
