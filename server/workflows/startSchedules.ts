import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { runInContext } from '../db/executionContext.ts'
import { reportOutages } from '../db/reportOutages.ts'
import type { Database } from '../db/tables.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { FailureLog } from '../telemetry/countFailures.ts'
import { isDue, retryDelayMs, type Timing } from './dueSchedules.ts'
import { allSchedules } from './pauses.ts'
import { pausedAfterRestore } from './restorePause.ts'

const pollIntervalMs = 1_000
/**
 * If a run has no heartbeat for this time, its process counts as dead. Each replica measures the time itself, so that clocks don't matter.
 */
const maxIdleMs = 10_000
/** A process that can't reach the database stops its runs after this share of `maxIdleMs`, which is before another replica starts them. */
const maxHolderIdleShare = 0.8
/** Time for which a run keeps its schedule after the stop signal. */
const graceMs = 60_000
const maxProblemLength = 500
export const interruptions = {
  processLost: 'The process stopped during the run.',
  databaseLost: 'Couldn’t reach the database.',
  takenOver: 'Another replica took over the schedule.',
} as const

export interface Schedule extends Timing {
  /** Time limit in milliseconds. A run that exceeds it gets the stop signal and counts as failed. */
  timeoutMs: number
  run(signal: AbortSignal): Promise<unknown>
}

interface ScheduleOptions {
  db: Db
  log: FailureLog
  pollIntervalMs?: number
  maxIdleMs?: number
  graceMs?: number
}

export interface RunningSchedules {
  /** Starts no further runs, stops current runs, and waits `timeoutMs` (default 5 s) for them. Another replica repeats them. */
  stop(timeoutMs?: number): Promise<void>
}

interface Run {
  name: string
  abort: AbortController
  ended: Promise<void>
}
type Row = Selectable<Database['schedules']> & { paused: boolean; now: Date }
type Outcome = { kind: 'succeeded' } | { kind: 'failed'; problem: string; cause?: unknown } | { kind: 'interrupted' }

class RunAbortedError extends Error {}

/**
 * Runs each schedule when it is due, on one replica at a time. Runs are independent: a run that is slow, hangs or fails doesn't delay other
 * schedules. If a run continues for a minute after the stop signal, another replica can start its schedule, and this process can't start it
 * until the run ends.
 */
export async function startSchedules(schedules: Record<string, Schedule>, options: ScheduleOptions): Promise<RunningSchedules> {
  const { db, log } = options
  const outages = reportOutages(log, { component: 'schedules', text: 'couldn’t read the due schedules or record a result' })
  const idleMs = options.maxIdleMs ?? maxIdleMs
  const runs = new Map<string, Run>()
  const lingeringRuns = new Set<string>()
  /** Heartbeats of the runs of other replicas, and the time from which each heartbeat has been unchanged. */
  const lastHeartbeats = new Map<string, { heartbeat: number; since: number }>()
  let lastReadAt = performance.now()
  let isStopping = false
  let polling: Promise<void> | undefined

  await registerSchedules(db, schedules)
  const timer = setInterval(poll, options.pollIntervalMs ?? pollIntervalMs)
  poll()

  function poll(): void {
    if (performance.now() - lastReadAt > idleMs * maxHolderIdleShare) abortAll(interruptions.databaseLost)
    polling ??= startDue()
      .then(outages.worked, outages.failed)
      .finally(() => {
        polling = undefined
      })
  }

  function abortAll(reason: string): void {
    for (const { abort } of runs.values()) abort.abort(new RunAbortedError(reason))
  }

  async function startDue(): Promise<void> {
    if (runs.size > 0) await keepRunsAlive(db, runs)
    const rows = await loadSchedules(db)
    // Periods in which heartbeats could not be read don't count as periods without heartbeats.
    if (performance.now() - lastReadAt > idleMs / 2) lastHeartbeats.clear()
    lastReadAt = performance.now()
    const dueRows: Row[] = []
    const lostRuns: Row[] = []
    for (const row of rows) {
      const schedule = schedules[row.name]
      const run = row.run_id === null ? undefined : runs.get(row.run_id)
      if (run && row.paused) run.abort.abort(new RunAbortedError('The schedule was paused.'))
      if (!schedule || run || lingeringRuns.has(row.name)) continue
      const times = { createdAt: row.created_at, startedAt: row.started_at, retryAt: row.retry_at }
      if (row.run_id !== null) {
        if (isAbandoned(row)) lostRuns.push(row)
      } else if (!row.paused && isDue(schedule, times, row.now)) dueRows.push(row)
    }
    for (const { run_id } of lostRuns) await recordEnd(db, run_id!, { kind: 'failed', problem: interruptions.processLost })
    if (dueRows.length === 0 || isStopping) return
    for (const { name, run_id } of await claim(db, dueRows)) startScheduleRun(name, run_id)
  }

  function isAbandoned({ name, heartbeat }: Row): boolean {
    const lastHeartbeat = lastHeartbeats.get(name)
    if (lastHeartbeat?.heartbeat === heartbeat) return performance.now() - lastHeartbeat.since > idleMs
    lastHeartbeats.set(name, { heartbeat, since: performance.now() })
    return false
  }

  function startScheduleRun(name: string, runId: string): void {
    const abort = new AbortController()
    const startedAt = performance.now()
    const scheduleRun = carryOut(schedules[name]!, name, abort, options.graceMs ?? graceMs, (currentRun) => {
      lingeringRuns.add(name)
      void currentRun.finally(() => lingeringRuns.delete(name))
    })
      .then((outcome) => {
        if (outcome.kind === 'failed' && isUnavailable(outcome.cause)) outages.failed(outcome.cause)
        else if (outcome.kind === 'failed') log.warn({ schedule: name, problem: outcome.problem }, 'a schedule failed')
        return recordEnd(db, runId, outcome, performance.now() - startedAt)
      })
      // The heartbeat stops here, so that another replica runs the schedule again.
      .catch(outages.failed)
      .finally(() => void runs.delete(runId))
    runs.set(runId, { name, abort, ended: scheduleRun })
    if (isStopping) abort.abort(new RunAbortedError('Slipway is shutting down.'))
  }

  return {
    async stop(timeoutMs = 5_000) {
      isStopping = true
      clearInterval(timer)
      await polling
      abortAll('Slipway is shutting down.')
      let timeout: NodeJS.Timeout | undefined
      const timedOut = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, timeoutMs)
      })
      // If the run has not ended by then, another replica takes it over, because the heartbeat has stopped.
      await Promise.race([Promise.all([...runs.values()].map(({ ended: scheduleRun }) => scheduleRun)), timedOut])
      clearTimeout(timeout)
    },
  }
}

/** Runs a schedule until it ends, or for `graceMs` after the stop signal. @param abandon called with the task that is still running */
async function carryOut(
  { run, timeoutMs }: Schedule,
  name: string,
  abort: AbortController,
  graceMs: number,
  abandon: (currentRun: Promise<unknown>) => void,
): Promise<Outcome> {
  const timer = setTimeout(() => abort.abort(new Error(`The run did not finish within ${timeoutMs / 1_000} seconds.`)), timeoutMs)
  let graceTimer: NodeJS.Timeout | undefined
  const currentRun = runInContext(`job ${name}`, async () => run(abort.signal), `job:${name}`)
  const finishedRun = currentRun.then(
    () => {},
    () => {},
  )
  const graceTimeout = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => {
      graceTimer = setTimeout(() => {
        abandon(finishedRun)
        reject(abort.signal.reason)
      }, graceMs)
    })
  })
  try {
    await Promise.race([currentRun, graceTimeout])
    // If the task returns early because of the stop signal, the run is not a success.
    abort.signal.throwIfAborted()
    return { kind: 'succeeded' }
  } catch (error) {
    if (abort.signal.reason instanceof RunAbortedError) return { kind: 'interrupted' }
    const cause = abort.signal.aborted ? abort.signal.reason : error
    return { kind: 'failed', problem: errorMessages(cause), cause }
  } finally {
    clearTimeout(timer)
    clearTimeout(graceTimer)
  }
}

function errorMessages(error: unknown): string {
  const causes = error instanceof AggregateError ? [error, ...error.errors] : [error]
  const messages = causes.map((subError) => (subError instanceof Error ? subError.message : String(subError)))
  return messages.join(' ').replaceAll('\0', '').slice(0, maxProblemLength) || 'The run failed without a message.'
}

/** Stores the timings, so that the cockpit can show the next run. Schedules of a different version of Slipway are kept. */
async function registerSchedules(db: Db, schedules: Record<string, Schedule>): Promise<void> {
  const rows = Object.entries(schedules).map(([name, { periodMs, offsetMs }]) => ({ name, period_ms: periodMs, offset_ms: offsetMs }))
  if (rows.length === 0) return
  await db
    .insertInto('schedules')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({
        period_ms: ref('excluded.period_ms'),
        offset_ms: ref('excluded.offset_ms'),
      })),
    )
    .execute()
}

async function loadSchedules(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`select s.*, clock_timestamp() as now,
    exists (select from queue_pauses p where p.queue in (s.name, ${allSchedules})) or ${pausedAfterRestore} as paused from schedules s`.execute(
    db,
  )
  return rows
}

async function claim(db: Db, dueRows: readonly Row[]): Promise<{ name: string; run_id: string }[]> {
  const { rows } = await sql<{ name: string; run_id: string }>`
    with mine as (
      select s.name from schedules s
      join unnest(${dueRows.map(({ name }) => name)}::text[], ${dueRows.map(({ heartbeat }) => heartbeat)}::bigint[]) as seen (name, heartbeat)
        on seen.name = s.name and seen.heartbeat = s.heartbeat
      order by s.name for update of s skip locked)
    update schedules s set run_id = gen_random_uuid(), heartbeat = s.heartbeat + 1, started_at = clock_timestamp(), retry_at = null
    from mine where s.name = mine.name returning s.name, s.run_id`.execute(db)
  return rows
}

async function keepRunsAlive(db: Db, runs: ReadonlyMap<string, Run>): Promise<void> {
  const ids = [...runs.keys()]
  const { rows } = await sql<{ run_id: string }>`
    with mine as (select name from schedules where run_id = any (${ids}::uuid[]) order by name for update)
    update schedules s set heartbeat = s.heartbeat + 1 from mine where s.name = mine.name returning s.run_id`.execute(db)
  const claimedRunIds = new Set(rows.map(({ run_id }) => run_id))
  for (const id of ids) if (!claimedRunIds.has(id)) runs.get(id)?.abort.abort(new RunAbortedError(interruptions.takenOver))
}

/**
 * Writes the result of a run, unless another replica has taken it over.
 * @param durationMs undefined if the run was lost
 */
async function recordEnd(db: Db, runId: string, outcome: Outcome, durationMs?: number): Promise<void> {
  const row = await db.selectFrom('schedules').select(['failures', 'problem']).where('run_id', '=', runId).executeTakeFirst()
  if (!row) return
  const failures = outcome.kind === 'failed' ? row.failures + 1 : outcome.kind === 'succeeded' ? 0 : row.failures
  const problem = outcome.kind === 'failed' ? outcome.problem : outcome.kind === 'succeeded' ? null : row.problem
  const delayMs = outcome.kind === 'failed' ? retryDelayMs(failures) : 0
  const retryAt = outcome.kind === 'succeeded' ? null : sql<Date>`clock_timestamp() + ${delayMs} * interval '1 millisecond'`
  await db
    .updateTable('schedules')
    .set({
      run_id: null,
      heartbeat: sql`heartbeat + 1`,
      ...(durationMs === undefined ? {} : { ended_at: sql<Date>`clock_timestamp()`, duration_ms: Math.round(durationMs) }),
      failures,
      problem,
      retry_at: retryAt,
    })
    .where('run_id', '=', runId)
    .execute()
}
