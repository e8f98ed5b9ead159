/**
 * Time for which tests wait. It isn’t a measure of speed: even on the slowest machine, correct code must succeed and recover from faults in
 * this time.
 */
export const maxWaitMs = 120_000

/** Polls until the condition is true. @throws if that takes longer than `timeoutMs` */
export async function until(condition: () => Promise<boolean> | boolean, timeoutMs = maxWaitMs, everyMs = 25): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`the condition did not come true within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
