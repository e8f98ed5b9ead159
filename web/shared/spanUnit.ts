import { type NumberReading, readNumber } from '../ui/numberText.ts'

export const unitHours = { days: 24, hours: 1 } as const
export type SpanUnit = keyof typeof unitHours

export function unitOf(value: number | null, max: number | undefined, chosen: SpanUnit): SpanUnit {
  if (max !== undefined && max < unitHours.days) return 'hours'
  return value !== null && value % unitHours.days !== 0 ? 'hours' : chosen
}

export function toWholeDays(value: number, min: number, max = Number.POSITIVE_INFINITY): number {
  const days = Math.min(Math.floor(max / unitHours.days), Math.max(Math.ceil(min / unitHours.days), Math.round(value / unitHours.days)))
  return days * unitHours.days
}

/** Reads a number of days or hours that is a whole number of hours within the limits. */
export function readSpan(text: string, unit: SpanUnit, min: number, max = Number.POSITIVE_INFINITY): NumberReading {
  const reading = readNumber(text, { suffix: unit, format: { maximumFractionDigits: 10 } })
  if ('problem' in reading || reading.number === null) return reading
  const hours = reading.number * unitHours[unit]
  if (Math.abs(hours - Math.round(hours)) > 1e-6) return { problem: 'decimals' }
  return Math.round(hours) < min || Math.round(hours) > max ? { problem: 'range' } : reading
}
