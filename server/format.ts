import { nearestUnit } from '../client/nearestUnit.ts'

/** The zone of the company's offices. `web/ui/format.ts` formats amounts, times and durations in the same way. */

const timeZone = 'Europe/London'
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone })
const moment = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone },
})

/** Formats a day as `4 Dec 2026`. */
export const formatDay = (at: Date): string => day.format(at)

/** Formats a time as `4 Dec 2026, 14:05 GMT`. */
export const formatMoment = (at: Date): string => moment.format(at)

/** Formats an amount in minor units as `£1,250` or `£1,250.50`, and with `round` without minor units. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }, { round = false } = {}): string {
  const digits = round ? { maximumFractionDigits: 0 } : { trailingZeroDisplay: 'stripIfInteger' as const }
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, ...digits })
  return format.format(amount / 10 ** minorDigits(currency))
}

/** Returns the number of decimal digits of the currency (yen 0, euro 2). @throws RangeError if the code doesn’t have three letters */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

// Azure sometimes sends a text that is not the code of a currency.
const minorUnitsPerUnit = (currency: string): number => 10 ** (/^[A-Z]{3}$/i.test(currency) ? minorDigits(currency) : 2)

/** Azure counts in whole units with fractions, Slipway in minor units. */
export const toMinorUnits = (units: number, currency: string): number => Math.round(units * minorUnitsPerUnit(currency))

export const toUnits = (minorUnits: number, currency: string): number => minorUnits / minorUnitsPerUnit(currency)

export const formatHours = (hours: number): string => (hours % 24 === 0 && hours > 0 ? count(hours / 24, 'day') : count(hours, 'hour'))

export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [count(hours, 'hour')] : []), ...(rest > 0 || hours === 0 ? [count(rest, 'minute')] : [])].join(' ')
}

/** Formats a remaining time with the same number as on the screens, such as `31 hours`, `40 minutes` or `6 days`. */
export const formatRemaining = (milliseconds: number): string => count(...nearestUnit(milliseconds, 'day'))

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
