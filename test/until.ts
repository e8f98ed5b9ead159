/** How long a test waits for what hangs. Never a measure of speed: what is right must pass on the slowest machine, and mend itself within it. */
export const patienceMs = 120_000

/** Polls until the condition holds. @throws when it does not within `timeoutMs`. */
export async function until(condition: () => Promise<boolean> | boolean, timeoutMs = patienceMs, everyMs = 25): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`the condition did not come true within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
