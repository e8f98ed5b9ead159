/** Formatters are cached, because creating them is slow. */

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()
function once<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: () => T): T {
  const found = made.get(key) ?? make()
  made.set(key, found)
  return found as T
}

/** Amount in minor units, ISO 4217 currency: `{ amount: 12345, currency: 'EUR' }` is 123.45 euro. */
export interface MoneyValue {
  amount: number
  currency: string
}

/** The currency’s decimal digits (yen 0, euro 2). */
export function minorDigits(currency: string): number {
  return (
    once(`digits ${currency}`, () => new Intl.NumberFormat(undefined, { style: 'currency', currency })).resolvedOptions()
      .maximumFractionDigits ?? 2
  )
}

/** `£1,234.50`; with `round` no minor units (`£1,235`), for totals and axes. */
export function formatMoney({ amount, currency }: MoneyValue, { round = false } = {}): string {
  const digits = minorDigits(currency)
  const format = once(
    `money ${currency} ${round}`,
    () => new Intl.NumberFormat(undefined, { style: 'currency', currency, ...(round && { maximumFractionDigits: 0 }) }),
  )
  return format.format(amount / 10 ** digits)
}

export function formatNumber(value: number): string {
  return once('number', () => new Intl.NumberFormat()).format(value)
}

/** A share between 0 and 1 as `71%`. */
export function formatPercent(share: number): string {
  return once('percent', () => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })).format(share)
}

/** `21 Nov 2026`, with `time` `21 Nov 2026, 14:05`. Takes an ISO 8601 text. */
export function formatDateTime(iso: string, { time = true } = {}): string {
  const format = once(
    `date ${time}`,
    () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...(time && { timeStyle: 'short' }) }),
  )
  return format.format(new Date(iso))
}

/** `14:05:31`, preceded by the day unless it is that of `now`. */
export function formatClock(iso: string, now: number): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date(now).toDateString()
  const format = once(
    `clock ${isToday}`,
    () => new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', ...(!isToday && { dateStyle: 'medium' }) }),
  )
  return format.format(at)
}

/** The exact time with seconds and zone, for tooltips and screen readers. */
export function formatExact(iso: string): string {
  return once('exact', () => new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })).format(new Date(iso))
}

/** The seconds from which a unit is used, slightly before it is full: 59½ minutes are an hour, not 60 minutes. */
const steps: [unit: Intl.RelativeTimeFormatUnit, from: number, size: number][] = [
  ['year', 31_536_000, 31_536_000],
  ['month', 5_184_000, 2_592_000],
  ['week', 1_209_600, 604_800],
  ['hour', 3570, 3600],
  ['minute', 0, 60],
]
const day = 86_400
/** Days follow the reader’s calendar: 30 hours ahead is tomorrow or the day after. */
const dayOf = (time: Date) => Math.round(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / (day * 1000))

/** `3 days ago`, `in 2 hours`, `tomorrow`, `just now` (within 45 s). */
export function formatRelative(iso: string, now: number): string {
  const at = new Date(iso)
  const seconds = Math.round((at.getTime() - now) / 1000)
  const away = Math.abs(seconds)
  if (away < 45) return 'just now'
  if (away >= day - 1800 && away < 14 * day) {
    // Only days have unambiguous names: “next week” could be 8 days away and in the week after next.
    const named = once('relative day', () => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }))
    const days = dayOf(at) - dayOf(new Date(now))
    if (days !== 0) return named.format(days, 'day')
  }
  const format = once('relative', () => new Intl.RelativeTimeFormat(undefined, { numeric: 'always' }))
  const [unit, , size] = steps.find(([, from]) => away >= from)!
  return format.format(Math.sign(seconds) * Math.max(1, Math.round(away / size)), unit)
}

const parts: [string, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** The two largest units: `2 d 4 h`, `3 min 12 s`, `0 s`. Takes milliseconds. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds / 1000))
  const said: string[] = []
  for (const [unit, size] of parts) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) said.push(`${count} ${unit}`)
    else if (said.length > 0) break
    if (said.length === 2) break
  }
  return said.join(' ') || '0 s'
}

/** `1,204`, or `10,000+` if the total is a lower bound. */
export function formatTotal(total: number, atLeast: boolean): string {
  return formatNumber(total) + (atLeast ? '+' : '')
}
