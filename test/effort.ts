/** CPU time of a call in milliseconds. It is the same on a busy machine, unlike elapsed time. */
export function cpuTimeMs(callback: () => void): number {
  const usageBefore = process.cpuUsage()
  callback()
  const { user, system } = process.cpuUsage(usageBefore)
  return (user + system) / 1_000
}
