import { nearestUnit } from '../../client/nearestUnit.ts'
import { locale } from './locale.ts'

/** Formatters are cached, because creating them is slow. */

const formatCache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()
function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: () => T): T {
  const result = formatCache.get(key) ?? make()
  formatCache.set(key, result)
  return result as T
}

/** An amount in minor units, and its ISO 4217 currency: `{ amount: 12345, currency: 'EUR' }` is 123.45 euros. */
export interface MoneyValue {
  amount: number
  currency: string
}

const currencyFormat = (currency: string) =>
  cached(`currency ${currency}`, () => new Intl.NumberFormat(locale, { style: 'currency', currency }))

/** Returns the number of decimal digits of a currency (yen 0, euro 2). */
export function minorDigits(currency: string): number {
  return currencyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2
}

export function currencySign(currency: string): string {
  return (
    currencyFormat(currency)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  )
}

/**
 * Formats an amount as `£1,234.50` or, with `round`, without minor units (`£1,235`), for totals and axes. With `strip`, only zeros are
 * left out (`£1,234`). With `compact`, it has at most three digits (`£1.23K`), for key figures.
 */
export function formatMoney({ amount, currency }: MoneyValue, { round = false, strip = false, compact = false } = {}): string {
  const digits = minorDigits(currency)
  const format = cached(
    `money ${currency} ${round} ${strip} ${compact}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        ...(round && { maximumFractionDigits: 0 }),
        ...(strip && { trailingZeroDisplay: 'stripIfInteger' as const }),
        ...(compact && { notation: 'compact', maximumSignificantDigits: 3 }),
      }),
  )
  return format.format(amount / 10 ** digits)
}

/** Formats a difference with its sign, without minor units: `+£71`, `−£5`, `±£0`. */
export function formatMoneyChange({ amount, currency }: MoneyValue): string {
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '±'
  return sign + formatMoney({ amount: Math.abs(amount), currency }, { round: true })
}

export function formatNumber(value: number): string {
  return cached('number', () => new Intl.NumberFormat(locale)).format(value)
}

/** Formats a share between 0 and 1 as `71%`. */
export function formatPercent(share: number): string {
  return cached('percent', () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })).format(share)
}

/** Formats an ISO 8601 time as `21 Nov 2026, 14:05` or, without `time`, as `21 Nov 2026`. */
export function formatDateTime(iso: string, { time = true } = {}): string {
  const format = cached(`date ${time}`, () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...(time && { timeStyle: 'short' }) }))
  return format.format(new Date(iso))
}

/**
 * Formats the value of a date field, such as `2026-11-21` or `2026-11-21T14:05`, as `Sat, 21 Nov 2026` or `Sat, 21 Nov 2026, 14:05`.
 *
 * @returns undefined if the value isn’t a date. Browsers allow years of six digits, without the sign that such dates need.
 */
export function formatFieldDate(value: string): string | undefined {
  const time = value.includes('T')
  const date = new Date(time ? value : `${value}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  const format = cached(
    `field date ${time}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        ...(time && { hour: '2-digit', minute: '2-digit' }),
      }),
  )
  return format.format(date)
}

/** Formats a time as `14:05:31`, after the day unless it is the day of `now`. */
export function formatClock(iso: string, now: number): string {
  const time = new Date(iso)
  const isToday = time.toDateString() === new Date(now).toDateString()
  const format = cached(
    `clock ${isToday}`,
    () => new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...(!isToday && { dateStyle: 'medium' }) }),
  )
  return format.format(time)
}

/** Formats a time as `14:05`, after the day unless it is the day of `now`: `29 Nov 2026, 00:30`. */
export function formatTimeOfDay(iso: string, now: number): string {
  const time = new Date(iso)
  if (time.toDateString() !== new Date(now).toDateString()) return formatDateTime(iso)
  return cached('time of day', () => new Intl.DateTimeFormat(locale, { timeStyle: 'short' })).format(time)
}

/** Includes seconds and time zone, for tooltips and screen readers. */
export function formatExact(iso: string): string {
  return cached('exact', () => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })).format(new Date(iso))
}

/** Splits a remaining time into a number and its unit, such as `['16', 'hours']`. */
export function splitRemaining(milliseconds: number): [number: string, unit: string] {
  const [number, unit] = nearestUnit(milliseconds, 'day')
  return [formatNumber(number), number === 1 ? unit : `${unit}s`]
}

export const formatRemaining = (milliseconds: number): string => splitRemaining(milliseconds).join(' ')

/** Formats a time such as `in 16 hours`, with the same number as `formatRemaining`, and a past time such as `3 days ago`. */
export function formatUntil(iso: string, now: number): string {
  const remaining = Date.parse(iso) - now
  return remaining > 0 ? `in ${formatRemaining(remaining)}` : formatRelative(iso, now)
}

const day = 86_400_000
/** The reader’s calendar counts, so a time in 30 hours can be tomorrow or the day after. */
const dayOf = (time: Date) => Math.round(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / day)

/** Formats a time relative to now, such as `3 days ago`, `in 2 hours`, `tomorrow` or, within a minute, `just now`. */
export function formatRelative(iso: string, now: number): string {
  const time = new Date(iso)
  const distance = Math.round((time.getTime() - now) / 1000) * 1000
  if (Math.abs(distance) < 60_000) return 'just now'
  const format = cached('relative', () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  // Weeks are left out: “next week” could be 8 days away and in the week after next, and “2 weeks ago” could be 20 days.
  if (Math.abs(distance) >= day - 1_800_000 && Math.abs(distance) < 60 * day) {
    const days = dayOf(time) - dayOf(new Date(now))
    if (days) return format.format(days, 'day')
  }
  const [number, unit] = nearestUnit(Math.abs(distance), 'year')
  // Past years are completed years: 5.5 years ago is “5 years ago”.
  const amount = unit === 'year' && distance < 0 ? Math.floor(-distance / (365 * day)) : number
  return format.format(Math.sign(distance) * amount, unit)
}

const parts: [string, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** Formats milliseconds in their two largest units, such as `2 d 4 h`, `3 min 12 s` or `0 s`. */
export function formatDuration(milliseconds: number): string {
  let remainingSeconds = Math.max(0, Math.round(milliseconds / 1000))
  const labels: string[] = []
  for (const [unit, size] of parts) {
    const count = Math.floor(remainingSeconds / size)
    remainingSeconds -= count * size
    if (count > 0) labels.push(`${count} ${unit}`)
    else if (labels.length > 0) break
    if (labels.length === 2) break
  }
  return labels.join(' ') || '0 s'
}

/** Formats a count as `1,204`, or as `10,000+` if it is a lower bound. */
export function formatTotal(total: number, atLeast: boolean): string {
  return formatNumber(total) + (atLeast ? '+' : '')
}
