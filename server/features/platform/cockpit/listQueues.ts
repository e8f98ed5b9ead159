import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Can, NullableTimestamp } from '../../../people/schemas.ts'
import { pausedJobKey } from '../../../workflows/jobs.ts'
import { allSchedules } from '../../../workflows/pauses.ts'
import { loadPauses } from './pauses.ts'
import { cockpitCan } from './policy.ts'
import { presentSchedule } from './presentSchedule.ts'
import { titleOfQueue } from './queues.ts'
import { scheduleTitles } from './scheduleTitles.ts'
import { CockpitSchedule, Pause } from './schemas.ts'

const maxJobs = 20_000

interface Row {
  name: string
  waiting: number
  later: number
  active: number
  failed: number
  finished: number
  counted: number
  oldest: Date | null
  last_run: Date | null
  last_error: string | null
}

export const listQueues = operation({
  id: 'listQueues',
  method: 'GET',
  path: '/cockpit/queues',
  tag: 'cockpit',
  summary: 'List job queues and schedules with their jobs and runs',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      queues: Type.Array(
        Type.Object({
          name: Type.String(),
          title: Type.String(),
          does: Type.String(),
          whilePaused: Type.String({ description: 'Effect of pausing the queue.' }),
          paused: Type.Union([Pause, Type.Null()]),
          waiting: Type.Integer({
            description: 'Number of jobs that are due but not started, including those held while the queue is paused.',
          }),
          later: Type.Integer({ description: 'Number of jobs that are due later.' }),
          active: Type.Integer(),
          failed: Type.Integer({ description: 'Number of jobs that failed after all retries.' }),
          finishedLastHour: Type.Integer(),
          atLeast: Type.Boolean({ description: `True if there are more than the ${maxJobs} jobs that were counted.` }),
          oldestWaitingSince: NullableTimestamp,
          lastRun: NullableTimestamp,
          lastError: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      schedules: Type.Array(CockpitSchedule),
      allSchedules: Type.Object(
        { name: Type.String(), title: Type.String(), whilePaused: Type.String(), paused: Type.Union([Pause, Type.Null()]) },
        { description: 'Switch that pauses all schedules together.' },
      ),
      can: Can,
    }),
  },
  async handler({ db, actor, now }) {
    const at = now()
    const hourAgo = new Date(at.getTime() - 3_600_000)
    const pauses = new Map((await loadPauses(db)).map((pause) => [pause.queue, pause]))
    const { rows } = await sql<Row>`select q.name, j.*
      from pgboss.queue q
      cross join lateral (
        select count(*) filter (where is_due)::int as waiting,
          count(*) filter (where state in ('created', 'retry') and not is_due)::int as later,
          count(*) filter (where state = 'active')::int as active,
          count(*) filter (where state = 'failed')::int as failed,
          count(*) filter (where state = 'completed' and completed_on > ${hourAgo})::int as finished,
          count(*)::int as counted,
          min(case when start_after > ${at} then created_on else greatest(created_on, start_after) end) filter (where is_due) as oldest,
          max(started_on) as last_run,
          left((array_agg(coalesce(output ->> 'message', output ->> 'value') order by completed_on desc nulls last)
            filter (where state in ('failed', 'retry') and output is not null))[1], 300) as last_error
        from (select state, start_after, created_on, started_on, completed_on, output,
            state in ('created', 'retry') and (start_after <= ${at} or singleton_key is not distinct from ${pausedJobKey}) as is_due
          from pgboss.job where name = q.name limit ${maxJobs}) scanned_at
      ) j
      where q.name not like '\\_\\_%'`.execute(db)
    const schedules = await db
      .selectFrom('schedules')
      .selectAll()
      .select(sql<Date>`clock_timestamp()`.as('now'))
      // A different version of Slipway can have schedules that this version doesn't know.
      .where('name', 'in', Object.keys(scheduleTitles))
      .orderBy('period_ms')
      .orderBy('offset_ms')
      .execute()
    const allPaused = pauses.get(allSchedules) ?? null
    return {
      schedules: schedules
        .map((row) => presentSchedule(row, pauses.get(row.name) ?? allPaused, row.now))
        .toSorted((a, b) => Number(b.paused !== null) - Number(a.paused !== null) || b.failures - a.failures),
      allSchedules: { name: allSchedules, ...titleOfQueue(allSchedules), paused: allPaused },
      queues: rows
        .map((row) => ({
          name: row.name,
          ...titleOfQueue(row.name),
          paused: pauses.get(row.name) ?? null,
          waiting: row.waiting,
          later: row.later,
          active: row.active,
          failed: row.failed,
          finishedLastHour: row.finished,
          atLeast: row.counted === maxJobs,
          oldestWaitingSince: row.oldest?.toISOString() ?? null,
          lastRun: row.last_run?.toISOString() ?? null,
          lastError: row.last_error,
        }))
        // Paused queues and queues with failed jobs come first, because people look for them.
        .toSorted(
          (a, b) => Number(b.paused !== null) - Number(a.paused !== null) || b.failed - a.failed || a.title.localeCompare(b.title, 'en'),
        ),
      can: cockpitCan(actor),
    }
  },
})
