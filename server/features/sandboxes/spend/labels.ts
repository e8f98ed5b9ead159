import { formatMoney } from '../../../format.ts'

export const money = (minorUnits: number, currency: string): string => formatMoney({ amount: minorUnits, currency })

/** `31 hours`, `40 minutes` or `6 days`: a single unit, rounded down, because people rely on it. */
export function formatSpan(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const pluralizeUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (minutes < 120) return pluralizeUnit(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 72 ? pluralizeUnit(hours, 'hour') : pluralizeUnit(Math.floor(hours / 24), 'day')
}

export const spendProblems = {
  bill: 'Couldn’t read the bill.',
  prices: 'Couldn’t read the price list, so earlier prices are used.',
  resources: 'Couldn’t read the resources of the sandbox.',
}
