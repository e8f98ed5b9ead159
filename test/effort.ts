/** Processor time that something takes, in milliseconds: unlike the clock on the wall it says the same on a busy machine. */
export function effortMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
