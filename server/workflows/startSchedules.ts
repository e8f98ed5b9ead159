import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { ranBy } from '../db/ranBy.ts'
import type { Database } from '../db/tables.ts'
import { isDue, retryDelayMs, type Timing } from './dueSchedules.ts'
import { allSchedules } from './pauses.ts'

const pollIntervalMs = 1_000
/** A run without a heartbeat for this time has lost its process. Each replica measures it, independent of clocks. */
const maxSilenceMs = 10_000
/** A holder that can't reach the database stops its runs before another replica starts them. */
const holderSilence = 0.8
/** How long a run keeps its schedule after the stop signal. */
const graceMs = 60_000
const maxProblemLength = 500
export const interruptions = {
  processLost: 'The process stopped during the run.',
  databaseLost: 'The database can’t be reached.',
  takenOver: 'Another replica took over the schedule.',
} as const

export interface Schedule extends Timing {
  /** In milliseconds. A run that exceeds it gets the stop signal and counts as failed. */
  timeoutMs: number
  run(signal: AbortSignal): Promise<unknown>
}

interface ScheduleOptions {
  /** Connections for reading due schedules and recording runs. */
  db: Db
  log: { warn(details: object, text: string): void }
  pollIntervalMs?: number
  maxSilenceMs?: number
  graceMs?: number
}

export interface RunningSchedules {
  /** Starts no further runs, stops current ones, and waits `timeoutMs` (default 5 s) for them. Another replica repeats them. */
  stop(timeoutMs?: number): Promise<void>
}

interface Run {
  name: string
  abort: AbortController
  ended: Promise<void>
}
type Row = Selectable<Database['schedules']> & { paused: boolean; now: Date }
type Outcome = { kind: 'succeeded' } | { kind: 'failed'; problem: string } | { kind: 'interrupted' }

class Interrupted extends Error {}

/**
 * Runs each schedule when it is due, on one replica at a time. Runs are independent: one that is slow, hangs or fails delays no other
 * schedule. A run that continues for a minute after the stop signal is abandoned: another replica can start its schedule, and this process
 * can't until the run ends.
 */
export async function startSchedules(schedules: Record<string, Schedule>, options: ScheduleOptions): Promise<RunningSchedules> {
  const { db, log } = options
  const silenceMs = options.maxSilenceMs ?? maxSilenceMs
  const runs = new Map<string, Run>()
  const lingering = new Set<string>()
  /** Heartbeats of other replicas' runs, and since when each is unchanged. */
  const beats = new Map<string, { beat: number; since: number }>()
  let lastReadAt = performance.now()
  let isStopping = false
  let polling: Promise<void> | undefined

  await registerSchedules(db, schedules)
  const timer = setInterval(poll, options.pollIntervalMs ?? pollIntervalMs)
  poll()

  function poll(): void {
    if (performance.now() - lastReadAt > silenceMs * holderSilence) abortAll(interruptions.databaseLost)
    polling ??= startDue()
      .catch((error: unknown) => log.warn({ err: error }, 'could not read which schedules are due'))
      .finally(() => {
        polling = undefined
      })
  }

  function abortAll(reason: string): void {
    for (const { abort } of runs.values()) abort.abort(new Interrupted(reason))
  }

  async function startDue(): Promise<void> {
    if (runs.size > 0) await keepRuns(db, runs)
    const rows = await readSchedules(db)
    // Time without reads does not count as silence.
    if (performance.now() - lastReadAt > silenceMs / 2) beats.clear()
    lastReadAt = performance.now()
    const due: Row[] = []
    const lost: Row[] = []
    for (const row of rows) {
      const schedule = schedules[row.name]
      const run = row.run_id === null ? undefined : runs.get(row.run_id)
      if (run && row.paused) run.abort.abort(new Interrupted('The schedule was paused.'))
      if (!schedule || run || lingering.has(row.name)) continue
      const times = { createdAt: row.created_at, startedAt: row.started_at, retryAt: row.retry_at }
      if (row.run_id !== null) {
        if (isAbandoned(row)) lost.push(row)
      } else if (!row.paused && isDue(schedule, times, row.now)) due.push(row)
    }
    for (const { run_id } of lost) await recordEnd(db, run_id!, { kind: 'failed', problem: interruptions.processLost })
    if (due.length === 0 || isStopping) return
    for (const { name, run_id } of await claim(db, due)) begin(name, run_id)
  }

  function isAbandoned({ name, beat }: Row): boolean {
    const seen = beats.get(name)
    if (seen?.beat === beat) return performance.now() - seen.since > silenceMs
    beats.set(name, { beat, since: performance.now() })
    return false
  }

  function begin(name: string, runId: string): void {
    const abort = new AbortController()
    const startedAt = performance.now()
    const ended = carryOut(schedules[name]!, name, abort, options.graceMs ?? graceMs, (running) => {
      lingering.add(name)
      void running.finally(() => lingering.delete(name))
    })
      .then((outcome) => {
        if (outcome.kind === 'failed') log.warn({ schedule: name, problem: outcome.problem }, 'a schedule failed')
        return recordEnd(db, runId, outcome, performance.now() - startedAt)
      })
      // The heartbeat stops here, so the schedule runs again.
      .catch((error: unknown) => log.warn({ schedule: name, err: error }, 'could not record how a schedule ended'))
      .finally(() => void runs.delete(runId))
    runs.set(runId, { name, abort, ended })
    if (isStopping) abort.abort(new Interrupted('Slipway is shutting down.'))
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
      // Without a heartbeat, another replica takes over a run that has not ended by then.
      await Promise.race([Promise.all([...runs.values()].map(({ ended }) => ended)), timedOut])
      clearTimeout(timeout)
    },
  }
}

/** Runs a schedule until it ends, or for `graceMs` after the stop signal. @param giveUp called with the work that is still running */
async function carryOut(
  { run, timeoutMs }: Schedule,
  name: string,
  abort: AbortController,
  graceMs: number,
  giveUp: (running: Promise<unknown>) => void,
): Promise<Outcome> {
  const timer = setTimeout(() => abort.abort(new Error(`The run did not finish within ${timeoutMs / 1_000} seconds.`)), timeoutMs)
  let graceTimer: NodeJS.Timeout | undefined
  const running = ranBy(`job ${name}`, async () => run(abort.signal), `job:${name}`)
  const resolved = running.then(
    () => {},
    () => {},
  )
  const graceIsOver = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => {
      graceTimer = setTimeout(() => {
        giveUp(resolved)
        reject(abort.signal.reason)
      }, graceMs)
    })
  })
  try {
    await Promise.race([running, graceIsOver])
    // An early return after the signal is not a success.
    abort.signal.throwIfAborted()
    return { kind: 'succeeded' }
  } catch (error) {
    if (abort.signal.reason instanceof Interrupted) return { kind: 'interrupted' }
    return { kind: 'failed', problem: problemOf(abort.signal.aborted ? abort.signal.reason : error) }
  } finally {
    clearTimeout(timer)
    clearTimeout(graceTimer)
  }
}

function problemOf(error: unknown): string {
  const parts = error instanceof AggregateError ? [error, ...error.errors] : [error]
  const messages = parts.map((part) => (part instanceof Error ? part.message : String(part)))
  return messages.join(' ').replaceAll('\0', '').slice(0, maxProblemLength) || 'The run failed without a message.'
}

/** Stores the timings, so that the cockpit can show the next run. Schedules of another version are kept. */
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

async function readSchedules(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`select s.*, clock_timestamp() as now,
    exists (select from queue_pauses p where p.queue in (s.name, ${allSchedules})) as paused from schedules s`.execute(db)
  return rows
}

async function claim(db: Db, due: readonly Row[]): Promise<{ name: string; run_id: string }[]> {
  const { rows } = await sql<{ name: string; run_id: string }>`
    with mine as (
      select s.name from schedules s
      join unnest(${due.map(({ name }) => name)}::text[], ${due.map(({ beat }) => beat)}::bigint[]) as seen (name, beat)
        on seen.name = s.name and seen.beat = s.beat
      order by s.name for update of s skip locked)
    update schedules s set run_id = gen_random_uuid(), beat = s.beat + 1, started_at = clock_timestamp(), retry_at = null
    from mine where s.name = mine.name returning s.name, s.run_id`.execute(db)
  return rows
}

/** Writes heartbeats for these runs, and stops the ones that another replica has taken over. */
async function keepRuns(db: Db, runs: ReadonlyMap<string, Run>): Promise<void> {
  const ids = [...runs.keys()]
  const { rows } = await sql<{ run_id: string }>`
    with mine as (select name from schedules where run_id = any (${ids}::uuid[]) order by name for update)
    update schedules s set beat = s.beat + 1 from mine where s.name = mine.name returning s.run_id`.execute(db)
  const kept = new Set(rows.map(({ run_id }) => run_id))
  for (const id of ids) if (!kept.has(id)) runs.get(id)?.abort.abort(new Interrupted(interruptions.takenOver))
}

/**
 * Writes nothing for a run that another replica has taken over.
 * @param tookMs undefined if the run was lost
 */
async function recordEnd(db: Db, runId: string, outcome: Outcome, tookMs?: number): Promise<void> {
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
      beat: sql`beat + 1`,
      ...(tookMs === undefined ? {} : { ended_at: sql<Date>`clock_timestamp()`, duration_ms: Math.round(tookMs) }),
      failures,
      problem,
      retry_at: retryAt,
    })
    .where('run_id', '=', runId)
    .execute()
}
