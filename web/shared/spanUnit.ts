export const unitHours = { days: 24, hours: 1 } as const
export type SpanUnit = keyof typeof unitHours

/** Returns the chosen unit, or hours if the duration or its maximum isn’t whole days. */
export function unitOf(value: number | null, max: number | undefined, chosen: SpanUnit): SpanUnit {
  if (max !== undefined && max < unitHours.days) return 'hours'
  return value !== null && value % unitHours.days !== 0 ? 'hours' : chosen
}

export function toWholeDays(value: number, min: number, max = Number.POSITIVE_INFINITY): number {
  const days = Math.min(Math.floor(max / unitHours.days), Math.max(Math.ceil(min / unitHours.days), Math.round(value / unitHours.days)))
  return days * unitHours.days
}

export function toHours(amount: number, unit: SpanUnit, min: number, max = Number.POSITIVE_INFINITY): number {
  return Math.min(max, Math.max(min, Math.round(amount * unitHours[unit])))
}
