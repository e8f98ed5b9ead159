const firstPollMs = 100
/** After the early polls, the next one follows after half of the time so far. */
const usualPollMs = 500
const longestPollMs = 15_000

/**
 * How long to wait until the next poll, in milliseconds: soon at first (100, 200, 400), then less often.
 * @param waitedMs the time so far; negative if the clock of the worker that started is ahead
 */
export function pollDelayMs(waitedMs: number): number {
  const soFarMs = Math.max(0, waitedMs)
  return Math.min(soFarMs + firstPollMs, Math.max(soFarMs / 2, usualPollMs), longestPollMs)
}
