import { reportOutages } from '../../../db/reportOutages.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import { isPausedAfterRestore } from '../../../workflows/restorePause.ts'
import { type ReportContext, reportWriter } from './writeReport.ts'

export type PausedContext = ReportContext & Pick<RunnerContext, 'log'>

interface StoppableService {
  stop(): Promise<unknown>
}

interface Intervals {
  /** Time between checks before the start. Default 1 s. */
  pausedPollMs?: number
  /** Time between checks after the start, because an operator can mark the database as restored at any time. Default 10 s. */
  runningPollMs?: number
}

/**
 * Calls `start` immediately or, after a restore, once an administrator has accepted the report, on each replica. While Slipway is paused,
 * even if it was paused after the start, a single replica writes the reports.
 * @param start starts everything that can change external systems
 */
export async function startWhenAccepted(
  context: PausedContext,
  start: () => Promise<StoppableService>,
  { pausedPollMs = 1_000, runningPollMs = 10_000 }: Intervals = {},
): Promise<StoppableService> {
  const { db, log } = context
  const outages = reportOutages(log, { component: 'restore', text: 'the restored database could not be compared' })
  const writeReport = reportWriter(context)
  const stopping = new AbortController()
  let isPaused = false
  let started: StoppableService | undefined
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined

  async function loadPause(): Promise<boolean> {
    const wasPaused = isPaused
    isPaused = await isPausedAfterRestore(db)
    if (isPaused && !wasPaused)
      log.warn({}, 'the database was restored: runs, schedules and notifications wait until an administrator accepts the report')
    if (wasPaused && !isPaused) log.info({}, 'the restored database was accepted, and work starts')
    return isPaused
  }
  async function poll(): Promise<void> {
    if (await loadPause()) return writeReport(stopping.signal)
    if (started) return
    started = await start().catch((error: unknown) => {
      stopping.abort(error)
      // A second start would duplicate workers, so the process ends, as after a failed first start.
      queueMicrotask(() => {
        throw error
      })
      throw error
    })
  }
  function pollLater(): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(
      () => {
        current = poll()
          .then(outages.worked, (error: unknown) => (stopping.signal.aborted ? undefined : outages.failed(error)))
          .finally(pollLater)
      },
      started ? runningPollMs : pausedPollMs,
    )
  }
  if (!(await loadPause())) started = await start()
  pollLater()
  return {
    async stop() {
      stopping.abort(new Error('Slipway is shutting down'))
      clearTimeout(timer)
      await current
      await started?.stop()
    },
  }
}
