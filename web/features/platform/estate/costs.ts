import type { EstateTower } from './types.ts'

type Amounts = readonly (number | null)[]

export interface TowerLine {
  id: string
  name: string
  /** In minor units, by month; null if unknown. */
  spent: (number | null)[]
  /** Azure’s forecast for the rest of the month, in minor units. */
  remaining: number | null
  /** The numbers of accounts with a cost, and with a forecast, in the current month. */
  accounts: number
  forecasts: number
}

export interface CurrencyCost {
  currency: string
  /** For example `2026-11`; the oldest month is first. */
  months: string[]
  towers: TowerLine[]
  total: Omit<TowerLine, 'id' | 'name'>
}

/** Adds the known values. Null if none is known, because unknown isn’t zero. */
export function sumKnown(values: Amounts): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

const sumByMonth = (lines: readonly TowerLine[], months: number) =>
  Array.from({ length: months }, (_, position) => sumKnown(lines.map(({ spent }) => spent[position] ?? null)))

/** Different currencies can’t be added. The currency of most towers is first. */
export function costsByCurrency(towers: readonly EstateTower[]): CurrencyCost[] {
  const entries = towers.flatMap(({ tower, costs }) => costs.map((cost) => ({ ...tower, cost })))
  return [...Map.groupBy(entries, ({ cost }) => cost.currency)]
    .map(([currency, group]) => {
      const months = group[0]!.cost.byMonth.map(({ month }) => month)
      const lines = group
        .map(({ id, name, cost }) => ({
          id,
          name,
          spent: cost.byMonth.map(({ spent }) => spent),
          remaining: cost.remaining,
          accounts: cost.byMonth.at(-1)?.accounts ?? 0,
          forecasts: cost.forecasts,
        }))
        .sort((a, b) => (sumKnown(b.spent) ?? 0) - (sumKnown(a.spent) ?? 0) || a.name.localeCompare(b.name))
      return {
        currency,
        months,
        towers: lines,
        total: {
          spent: sumByMonth(lines, months.length),
          remaining: sumKnown(lines.map(({ remaining }) => remaining)),
          accounts: lines.reduce((sum, line) => sum + line.accounts, 0),
          forecasts: lines.reduce((sum, line) => sum + line.forecasts, 0),
        },
      }
    })
    .sort((a, b) => b.towers.length - a.towers.length || a.currency.localeCompare(b.currency))
}

/**
 * Returns the expected cost of the whole month; null if unknown. The amount is a lower bound if accounts have no forecast, because only
 * their cost so far is included.
 */
export function forecastOf({ spent, remaining, accounts, forecasts }: Omit<TowerLine, 'id' | 'name'>) {
  const current = spent.at(-1) ?? null
  return current === null || remaining === null ? null : { amount: current + remaining, atLeast: forecasts < accounts }
}

const maxSeries = 5

/**
 * Returns the towers with the highest cost as series of a stacked chart. The last series, labelled `others`, is the sum of the other
 * towers.
 */
export function seriesOf({ towers, months }: CurrencyCost, others: string): { label: string; values: (number | null)[] }[] {
  const named = towers.length > maxSeries ? towers.slice(0, maxSeries - 1) : towers
  const remainder = towers.slice(named.length)
  return [
    ...named.map(({ name, spent }) => ({ label: name, values: spent })),
    ...(remainder.length > 0 ? [{ label: others, values: sumByMonth(remainder, months.length) }] : []),
  ]
}
