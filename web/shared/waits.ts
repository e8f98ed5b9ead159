import { nearestUnit } from '../../client/nearestUnit.ts'
import { formatNumber } from '../ui/format.ts'
import { locale } from '../ui/locale.ts'

/** Formats the usual time to a decision: `less than 1 hour`, `about 6 hours`, `about 4 days`. It is an estimate, so it has no minutes. */
export function describeWait(hours: number): string {
  if (hours < 1) return 'less than 1 hour'
  return `about ${countHours(hours, Math.round)}`
}

function countHours(hours: number, round: (value: number) => number): string {
  return hours < 2 ? count(round(hours), 'hour') : count(...nearestUnit(hours * 3_600_000, 'year', round))
}

/** The upper limit beside a usual wait, rounded up; undefined if it says no more than the usual wait itself. */
export function describeUsualLimit({ medianHours, p90Hours }: { medianHours: number; p90Hours: number }): string | undefined {
  const limit = countHours(p90Hours, Math.ceil)
  return p90Hours < 1 || describeWait(medianHours) === `about ${limit}` ? undefined : limit
}

/** Formats the usual duration of a run: `less than 1 minute`, `about 4 minutes`, `about 2 days`. */
export function describeRunDuration(seconds: number): string {
  return seconds < 60 ? 'less than 1 minute' : `about ${count(...nearestUnit(seconds * 1_000, 'year'))}`
}

const dayNames = new Intl.DateTimeFormat(locale, { weekday: 'long' })
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

/** Formats the start time of a wait: `since 14:05`, `since yesterday`, `since Monday`, `since 3 November`. */
export function describeSince(iso: string, now: number = Date.now()): string {
  const date = new Date(iso)
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / 86_400_000)
  if (days <= 0) return `since ${clock.format(date)}`
  if (days === 1) return 'since yesterday'
  return `since ${days < 7 ? dayNames.format(date) : dayAndMonth.format(date)}`
}

export function count(number: number, item: string, pluralLabel = `${item}s`): string {
  return `${formatNumber(number)} ${number === 1 ? item : pluralLabel}`
}

function startOfDay(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0)
}
