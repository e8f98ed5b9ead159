/*
 * Exact amounts for sandbox spend. An amount is a whole number of millionths of a minor unit (pence, cents), a rate is an amount per hour.
 * The remainder of each division is carried to the next one, so that the sum doesn't depend on how time is split.
 */

const hourMs = 3_600_000n
const million = 1_000_000n
/** Hours of a month in Azure's monthly prices. */
const monthHours = 730n

export interface Accrued {
  amount: bigint
  /** Remainder for the next call: 0 to 3,599,999. */
  carry: bigint
}

/** The amount of a rate over a number of milliseconds. */
export function accrue(rate: bigint, ms: number, carry = 0n): Accrued {
  if (ms <= 0) return { amount: 0n, carry }
  const whole = rate * BigInt(Math.trunc(ms)) + carry
  return { amount: whole / hourMs, carry: whole % hourMs }
}

export interface DayPart {
  /** Day in UTC, such as `2026-11-22`. */
  day: string
  amount: bigint
}

/** Like `accrue`, split by days in UTC. */
export function accrueByDay(rate: bigint, from: Date, to: Date, carry = 0n): { parts: DayPart[]; carry: bigint } {
  const parts: DayPart[] = []
  let at = from.getTime()
  let left = carry
  while (at < to.getTime()) {
    const end = Math.min(nextDay(at), to.getTime())
    const { amount, carry: rest } = accrue(rate, end - at, left)
    parts.push({ day: dayOf(new Date(at)), amount })
    left = rest
    at = end
  }
  return { parts, carry: left }
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function nextDay(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1)
}

/** Whole minor units, rounded down, because a limit is reached only when all of it is spent. */
export function minorOf(amount: bigint): number {
  return Number(amount / million)
}

export function amountOf(minor: number): bigint {
  return BigInt(minor) * million
}

/** Milliseconds until a rate uses up an amount, rounded up; undefined if it never does. */
export function msUntilSpent(left: bigint, rate: bigint): number | undefined {
  if (left <= 0n) return 0
  if (rate <= 0n) return undefined
  return Number((left * hourMs + rate - 1n) / rate)
}

/** Splits a JSON number such as `0.0472` or `1.2e-7` into digits and a power of ten, to avoid floating-point errors. */
export function decimal(value: number): { digits: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = value.toString().toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

const units: Record<string, bigint> = { hour: 1n, day: 24n, month: monthHours }
const unitPattern = /^(?:(\d+)\s*)?(?:GB)?\s*\/?\s*(hour|day|month)s?$/i

/**
 * Hourly rate of `quantity` units of a price, rounded to the nearest millionth of a minor unit, halves up.
 * @param unit as in the price list: `1 Hour`, `1/Day`, `1/Month`, `1 GB/Month`, `100 Hours`
 * @returns undefined for units that aren't units of time
 */
export function hourlyRate(price: number, unit: string, quantity: number, currency: string): bigint | undefined {
  const match = unitPattern.exec(unit.trim())
  const hours = units[match?.[2]?.toLowerCase() ?? '']
  if (hours === undefined || !(price >= 0) || !Number.isFinite(price)) return undefined
  const { digits, scale } = decimal(price)
  const many = BigInt(match?.[1] ?? '1') * hours * 10n ** BigInt(scale)
  const whole = digits * 10n ** BigInt(minorDigits(currency)) * million * BigInt(quantity)
  return many === 0n ? undefined : (whole * 2n + many) / (many * 2n)
}

/** Converts a billed price in whole currency units, rounded to the nearest millionth of a minor unit, halves up. */
export function billedAmount(cost: number, currency: string): bigint {
  if (!(cost > 0)) return 0n
  const { digits, scale } = decimal(cost)
  const many = 10n ** BigInt(scale)
  return (digits * 10n ** BigInt(minorDigits(currency)) * million * 2n + many) / (many * 2n)
}

/** Number of minor digits: 2 for pounds, 0 for yen. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
