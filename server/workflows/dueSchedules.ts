/** After its first failure a schedule runs again this soon; the delay doubles with each further failure in a row, up to the longest. */
const firstRetryDelayMs = 5_000
const maxRetryDelayMs = 3_600_000

/** When a schedule runs, in milliseconds. Periods are aligned to the UTC clock, so that replicas need not agree on anything. */
export interface Timing {
  periodMs: number
  /** How long after the start of each period it runs. */
  offsetMs: number
}

export interface ScheduleTimes {
  createdAt: Date
  /** Of the last run; null: it has never run. */
  startedAt: Date | null
  retryAt: Date | null
}

const periodOf = ({ periodMs, offsetMs }: Timing, at: Date) => Math.floor((at.getTime() - offsetMs) / periodMs)

/** @param failures in a row, at least one */
export function retryDelayMs(failures: number): number {
  return Math.min(firstRetryDelayMs * 2 ** Math.min(failures - 1, 20), maxRetryDelayMs)
}

/**
 * Whether a schedule that isn't running has to run. Each period has one run, including a period that began while Slipway was off. Times are
 * compared for difference and not for order, so that a clock that is turned back delays nothing.
 */
export function isDue(timing: Timing, { createdAt, startedAt, retryAt }: ScheduleTimes, now: Date): boolean {
  if (periodOf(timing, startedAt ?? createdAt) !== periodOf(timing, now)) return true
  return retryAt !== null && (retryAt <= now || retryAt.getTime() > now.getTime() + maxRetryDelayMs)
}

/** When a schedule that isn't running runs next; now for one that is due. */
export function nextRun(timing: Timing, times: ScheduleTimes, now: Date): Date {
  if (isDue(timing, times, now)) return now
  const nextPeriod = (periodOf(timing, now) + 1) * timing.periodMs + timing.offsetMs
  return new Date(Math.min(nextPeriod, times.retryAt?.getTime() ?? nextPeriod))
}
