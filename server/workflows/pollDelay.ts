const firstPollMs = 100
/** After the early polls, the next poll follows after half of the time so far. */
const defaultPollMs = 500
const maxPollMs = 15_000

/**
 * Returns the delay until the next poll in milliseconds: short at first (100, 200, 400), then longer.
 * @param waitedMs the time so far; negative if the clock of the worker that started the wait is ahead
 */
export function pollDelayMs(waitedMs: number): number {
  const elapsedMs = Math.max(0, waitedMs)
  return Math.min(elapsedMs + firstPollMs, Math.max(elapsedMs / 2, defaultPollMs), maxPollMs)
}
