/** Delay after the first failure. It doubles with each consecutive failure, up to the maximum. */
const firstRetryDelayMs = 5_000
const maxRetryDelayMs = 3_600_000

/** Times of a schedule in milliseconds. Periods are aligned to UTC, so that replicas don't have to coordinate. */
export interface Timing {
  periodMs: number
  offsetMs: number
}

export interface ScheduleTimes {
  createdAt: Date
  /** Start of the last run; null if the schedule has never run. */
  startedAt: Date | null
  retryAt: Date | null
}

const periodOf = ({ periodMs, offsetMs }: Timing, at: Date) => Math.floor((at.getTime() - offsetMs) / periodMs)

/** @param failures consecutive failures, at least one */
export function retryDelayMs(failures: number): number {
  return Math.min(firstRetryDelayMs * 2 ** Math.min(failures - 1, 20), maxRetryDelayMs)
}

/**
 * Returns whether an idle schedule must run. Each period has one run, including a period that started while Slipway was off. Periods are
 * compared for inequality instead of order, so that a clock that is set back doesn't cause a delay.
 */
export function isDue(timing: Timing, { createdAt, startedAt, retryAt }: ScheduleTimes, now: Date): boolean {
  if (periodOf(timing, startedAt ?? createdAt) !== periodOf(timing, now)) return true
  return retryAt !== null && (retryAt <= now || retryAt.getTime() > now.getTime() + maxRetryDelayMs)
}

export function nextRun(timing: Timing, times: ScheduleTimes, now: Date): Date {
  if (isDue(timing, times, now)) return now
  const nextPeriod = (periodOf(timing, now) + 1) * timing.periodMs + timing.offsetMs
  return new Date(Math.min(nextPeriod, times.retryAt?.getTime() ?? nextPeriod))
}
