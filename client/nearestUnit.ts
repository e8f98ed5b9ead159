type TimeUnit = 'year' | 'month' | 'day' | 'hour' | 'minute'

const hour = 3_600_000
const day = 24 * hour
/** A unit is used from two or three of it on, so that rounding changes little. */
const steps: readonly [unit: TimeUnit, from: number, size: number][] = [
  ['year', 730 * day, 365 * day],
  ['month', 60 * day, 30 * day],
  ['day', 3 * day, day],
  ['hour', 2 * hour, hour],
  ['minute', 0, 60_000],
]

/**
 * Rounds milliseconds to the nearest whole unit, at least one minute: 7 days less a minute is 7 days. Screens and messages both use it, so
 * that they have the same number for the same time. With `largest`, longer times are in days. Limits are rounded up with `round`.
 */
export function nearestUnit(milliseconds: number, largest: 'day' | 'year', round = Math.round): [number: number, unit: TimeUnit] {
  const distance = Math.max(0, milliseconds)
  const [unit, , size] = (largest === 'day' ? steps.slice(2) : steps).find(([, from]) => distance >= from)!
  return [Math.max(1, round(distance / size)), unit]
}
