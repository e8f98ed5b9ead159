/** CPU time of some work in milliseconds, which unlike elapsed time is the same on a busy machine. */
export function effortMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
