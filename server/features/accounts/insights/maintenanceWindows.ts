import type { Recurrence } from './recurrence.ts'

interface MaintenanceWindow {
  startsAt: Date
  endsAt: Date
}

interface WindowRule {
  /** `YYYY-MM-DD hh:mm` in the time zone */
  start: string
  /** No window starts after this time, in the same format. */
  expires?: string | undefined
  minutes: number
  /** IANA name */
  zone: string
  recurrence: Recurrence
}

/** The search for windows of a rule that never matches again stops after ten years. */
const maxDays = 3_660

/**
 * Returns the next windows that have not ended at `now`. Windows follow the local time: a window at 02:00 stays at 02:00 after a clock
 * change. If the clock skips that hour, the window starts an hour later. If the hour occurs twice, the window starts at the first.
 */
export function nextWindows({ start, expires, minutes, zone, recurrence }: WindowRule, now: Date, count = 3): MaintenanceWindow[] {
  const firstStart = clockTime(start)
  const lastDay = expires ? clockTime(expires) : undefined
  if (!firstStart) return []
  const startDay = firstStart.toPlainDate()
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime() - minutes * 60_000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  let day = Temporal.PlainDate.compare(today, startDay) > 0 ? today : startDay
  const windows: MaintenanceWindow[] = []
  for (let checkedDays = 0; checkedDays < maxDays && windows.length < count; checkedDays++, day = day.add({ days: 1 })) {
    if (!occursOn(recurrence, startDay, day)) continue
    const at = day.toPlainDateTime(firstStart.toPlainTime())
    if (lastDay && Temporal.PlainDateTime.compare(at, lastDay) > 0) break
    const startsAt = new Date(at.toZonedDateTime(zone).epochMilliseconds)
    const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
    if (endsAt > now) windows.push({ startsAt, endsAt })
  }
  return windows
}

function clockTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'))
  } catch {
    return undefined
  }
}

function occursOn(recurrence: Recurrence, start: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  if (recurrence.every === 'day') return start.until(day, { largestUnit: 'day' }).days % recurrence.interval === 0
  if (recurrence.every === 'week') {
    const recurrenceDays = recurrence.weekdays.length > 0 ? recurrence.weekdays : [start.dayOfWeek]
    const weeks = monday(start).until(monday(day), { largestUnit: 'day' }).days / 7
    return weeks % recurrence.interval === 0 && recurrenceDays.includes(day.dayOfWeek)
  }
  if ('place' in recurrence) {
    const anchor = day.subtract({ days: recurrence.offset })
    return monthsBetween(start, anchor) % recurrence.interval === 0 && isNth(anchor, recurrence.place, recurrence.weekday)
  }
  if (monthsBetween(start, day) % recurrence.interval !== 0) return false
  const recurrenceDays = recurrence.days.length > 0 ? recurrence.days : [start.day]
  return recurrenceDays.includes(day.day) || (recurrenceDays.includes(-1) && day.day === day.daysInMonth)
}

function monday(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 })
}

function monthsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

function isNth(day: Temporal.PlainDate, ordinal: string, weekday: number): boolean {
  if (day.dayOfWeek !== weekday) return false
  if (ordinal === 'last') return day.day + 7 > day.daysInMonth
  return Math.ceil(day.day / 7) === ['first', 'second', 'third', 'fourth'].indexOf(ordinal) + 1
}

/** Parses `HH:mm` into minutes; undefined for anything else. */
export function minutesOf(duration: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(duration)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}
