/* Exact amounts for sandbox spend. An amount is a whole number of millionths of a minor unit (pence, cents); a rate is an amount per hour.
   The remainder of each division is used in the next division, so that the sum doesn't depend on how time is split. */

const hourMs = 3_600_000n
const million = 1_000_000n
/** Number of hours in a month, as Azure uses it for monthly prices. */
const monthHours = 730n

interface AccruedAmount {
  amount: bigint
  /** Remainder that the next call adds: 0 to 3,599,999. */
  carry: bigint
}

export function accrue(rate: bigint, ms: number, carry = 0n): AccruedAmount {
  if (ms <= 0) return { amount: 0n, carry }
  const numerator = rate * BigInt(Math.trunc(ms)) + carry
  return { amount: numerator / hourMs, carry: numerator % hourMs }
}

interface DayPart {
  /** Day in UTC, such as `2026-11-22`. */
  day: string
  amount: bigint
}

/** Does the same as `accrue`, but splits the amount by days in UTC. */
export function accrueByDay(rate: bigint, from: Date, to: Date, carry = 0n): { parts: DayPart[]; carry: bigint } {
  const dayParts: DayPart[] = []
  let cursor = from.getTime()
  let remainingAmount = carry
  while (cursor < to.getTime()) {
    const end = Math.min(nextDay(cursor), to.getTime())
    const { amount, carry: remainder } = accrue(rate, end - cursor, remainingAmount)
    dayParts.push({ day: dayOf(new Date(cursor)), amount })
    remainingAmount = remainder
    cursor = end
  }
  return { parts: dayParts, carry: remainingAmount }
}

export function dayOf(cursor: Date): string {
  return cursor.toISOString().slice(0, 10)
}

function nextDay(cursor: number): number {
  const date = new Date(cursor)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1)
}

/** Returns whole minor units, rounded down, because a limit is reached only when all of it is spent. */
export function minorOf(amount: bigint): number {
  return Number(amount / million)
}

export function amountOf(minorUnits: number): bigint {
  return BigInt(minorUnits) * million
}

/** Returns the milliseconds until a rate uses up an amount, rounded up; undefined if the rate never does. */
export function msUntilSpent(remainingAmount: bigint, rate: bigint): number | undefined {
  if (remainingAmount <= 0n) return 0
  if (rate <= 0n) return undefined
  return Number((remainingAmount * hourMs + rate - 1n) / rate)
}

/** Splits a JSON number such as `0.0472` or `1.2e-7` into digits and a power of ten, to avoid floating-point errors. */
export function decimal(value: number): { digits: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = value.toString().toLowerCase().split('e')
  const [wholePart = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(wholePart + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

const units: Record<string, bigint> = { hour: 1n, day: 24n, month: monthHours }
const unitPattern = /^(?:(\d+)\s*)?(?:GB)?\s*\/?\s*(hour|day|month)s?$/i

/**
 * Returns the hourly rate of `quantity` units of a price, rounded to the nearest millionth of a minor unit, halves up.
 * @param unit as in the price list: `1 Hour`, `1/Day`, `1/Month`, `1 GB/Month`, `100 Hours`
 * @returns undefined for units that aren't units of time
 */
export function hourlyRate(price: number, unit: string, quantity: number, currency: string): bigint | undefined {
  const match = unitPattern.exec(unit.trim())
  const hours = units[match?.[2]?.toLowerCase() ?? '']
  if (hours === undefined || !(price >= 0) || !Number.isFinite(price)) return undefined
  const { digits, scale } = decimal(price)
  const multiplier = BigInt(match?.[1] ?? '1') * hours * 10n ** BigInt(scale)
  const numerator = digits * 10n ** BigInt(minorDigits(currency)) * million * BigInt(quantity)
  return multiplier === 0n ? undefined : (numerator * 2n + multiplier) / (multiplier * 2n)
}

/** Converts a billed price in whole currency units, rounded to the nearest millionth of a minor unit, halves up. */
export function billedAmount(cost: number, currency: string): bigint {
  if (!(cost > 0)) return 0n
  const { digits, scale } = decimal(cost)
  const multiplier = 10n ** BigInt(scale)
  return (digits * 10n ** BigInt(minorDigits(currency)) * million * 2n + multiplier) / (multiplier * 2n)
}

function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
