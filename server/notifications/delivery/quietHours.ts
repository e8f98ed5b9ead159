import type { Settings } from '../settings.ts'

type QuietSettings = Pick<Settings, 'quiet' | 'timeZone'>

export function quietUntil({ quiet, timeZone }: QuietSettings, now: Date): Date | undefined {
  if (!quiet) return undefined
  let at = zoned(now, timeZone)
  const isQuiet = () => {
    const minutes = at.hour * 60 + at.minute
    const { from, to } = quiet
    const inHours = from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to
    return inHours || (quiet.weekends && at.dayOfWeek >= 6)
  }
  if (!isQuiet()) return undefined
  // Each iteration moves to the next start or end of a quiet period. Even a weekend with its nights has only a few of them.
  for (let boundaryCount = 0; isQuiet() && boundaryCount < 12; boundaryCount++) {
    const [end, midnight] = [nextAt(at, quiet.to), nextAt(at, 0)]
    at = end.epochMilliseconds < midnight.epochMilliseconds ? end : midnight
  }
  return new Date(at.epochMilliseconds)
}

export function nextDigest({ digestHour, timeZone }: Pick<Settings, 'digestHour' | 'timeZone'>, now: Date): Date {
  return new Date(nextAt(zoned(now, timeZone), digestHour * 60).epochMilliseconds)
}

const zoned = (at: Date, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

function nextAt(after: Temporal.ZonedDateTime, minutes: number): Temporal.ZonedDateTime {
  const time = { hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 }
  const today = after.with(time)
  return today.epochMilliseconds > after.epochMilliseconds ? today : after.add({ days: 1 }).with(time)
}
