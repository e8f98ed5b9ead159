import type { Recurrence } from './recurrence.ts'

export interface MaintenanceWindow {
  startsAt: Date
  endsAt: Date
}

export interface WindowRule {
  /** `YYYY-MM-DD hh:mm` by the clock of the zone. */
  start: string
  /** The same; no window begins after it. */
  expires?: string | undefined
  minutes: number
  /** IANA. */
  zone: string
  recurrence: Recurrence
}

/** A rule that never fits again ends here rather than running on: ten years of days. */
const mostDays = 3_660

/**
 * The next windows that have not ended at `now`. The clock of the zone decides: a window at 02:00 is at 02:00 before and after the clocks
 * change; where that hour is skipped it begins an hour later, where it comes twice at the first.
 */
export function nextWindows({ start, expires, minutes, zone, recurrence }: WindowRule, now: Date, count = 3): MaintenanceWindow[] {
  const first = clockTime(start)
  const last = expires ? clockTime(expires) : undefined
  if (!first) return []
  const startDay = first.toPlainDate()
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime() - minutes * 60_000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  let day = Temporal.PlainDate.compare(today, startDay) > 0 ? today : startDay
  const windows: MaintenanceWindow[] = []
  for (let looked = 0; looked < mostDays && windows.length < count; looked++, day = day.add({ days: 1 })) {
    if (!fits(recurrence, startDay, day)) continue
    const at = day.toPlainDateTime(first.toPlainTime())
    if (last && Temporal.PlainDateTime.compare(at, last) > 0) break
    const startsAt = new Date(at.toZonedDateTime(zone).epochMilliseconds)
    const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
    if (endsAt > now) windows.push({ startsAt, endsAt })
  }
  return windows
}

/** Undefined when it is no day of the calendar. */
function clockTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'))
  } catch {
    return undefined
  }
}

function fits(recurrence: Recurrence, start: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  if (recurrence.every === 'day') return start.until(day, { largestUnit: 'day' }).days % recurrence.interval === 0
  if (recurrence.every === 'week') {
    const wanted = recurrence.weekdays.length > 0 ? recurrence.weekdays : [start.dayOfWeek]
    const weeks = monday(start).until(monday(day), { largestUnit: 'day' }).days / 7
    return weeks % recurrence.interval === 0 && wanted.includes(day.dayOfWeek)
  }
  if ('place' in recurrence) {
    const anchor = day.subtract({ days: recurrence.offset })
    return monthsApart(start, anchor) % recurrence.interval === 0 && isNth(anchor, recurrence.place, recurrence.weekday)
  }
  if (monthsApart(start, day) % recurrence.interval !== 0) return false
  const wanted = recurrence.days.length > 0 ? recurrence.days : [start.day]
  return wanted.includes(day.day) || (wanted.includes(-1) && day.day === day.daysInMonth)
}

function monday(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 })
}

function monthsApart(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

function isNth(day: Temporal.PlainDate, place: string, weekday: number): boolean {
  if (day.dayOfWeek !== weekday) return false
  if (place === 'last') return day.day + 7 > day.daysInMonth
  return Math.ceil(day.day / 7) === ['first', 'second', 'third', 'fourth'].indexOf(place) + 1
}

/** Minutes of `HH:mm`; undefined when it is not that. */
export function minutesOf(duration: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(duration)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}
