const minuteMs = 60_000

/** When a schedule of ours comes next: minutes and hours as numbers, `*` and steps. Null for one that says more than that. */
export function nextRun(cron: string, now: Date): Date | null {
  const [minutes = '', hours = '', ...days] = cron.trim().split(/\s+/)
  const fits = [of(minutes, 60), of(hours, 24)]
  if (days.join(' ') !== '* * *' || fits.includes(undefined)) return null
  const [minute, hour] = fits as [Set<number>, Set<number>]
  const first = Math.floor(now.getTime() / minuteMs) + 1
  for (let at = first; at < first + 25 * 60; at++) {
    const time = new Date(at * minuteMs)
    if (minute.has(time.getUTCMinutes()) && hour.has(time.getUTCHours())) return time
  }
  return null
}

function of(text: string, below: number): Set<number> | undefined {
  const parts = /^(?:\*(?:\/(\d+))?|(\d+))$/.exec(text)
  if (!parts) return undefined
  const [, step, only] = parts
  if (only !== undefined) return new Set([Number(only)])
  const every = Number(step ?? 1)
  return new Set(Array.from({ length: below }, (_, value) => value).filter((value) => value % every === 0))
}
