/**
 * Time for which tests wait. It isn’t a measure of speed: even on the slowest machine, correct code must succeed and recover from faults in
 * this time.
 */
export const maxWaitMs = 120_000

/**
 * Polls until the condition is true, by default at intervals that grow with the time waited, because many tests wait at the same time and
 * each check costs a call or a query. @throws if that takes longer than `timeoutMs`
 */
export async function until(condition: () => Promise<boolean> | boolean, timeoutMs = maxWaitMs, everyMs?: number): Promise<void> {
  const start = Date.now()
  while (!(await condition())) {
    const waitedMs = Date.now() - start
    if (waitedMs > timeoutMs) throw new Error(`the condition did not come true within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? Math.min(250, Math.max(25, waitedMs / 8))))
  }
}
