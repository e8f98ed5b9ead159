/**
 * Runs a task now and at this interval, but never twice at the same time. The task handles its errors.
 * @returns a function that waits for the run in progress
 */
export function runRegularly(task: () => Promise<unknown>, intervalMs: number): { stop(): Promise<void> } {
  let currentRun: Promise<unknown> | undefined
  const run = () => {
    currentRun ??= task().finally(() => {
      currentRun = undefined
    })
  }
  run()
  const timer = setInterval(run, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await currentRun
    },
  }
}
