import { type CostRow, months } from './loadEstate.ts'
import type { TowerCost } from './schemas.ts'

/** @param month the current month, such as `2026-11` */
export function presentCosts(rows: CostRow[], month: string): TowerCost[] {
  const allMonths = monthsUntil(month)
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, costRows]) => {
      const byMonth = new Map(costRows.map((row) => [row.month, row]))
      const { remaining = null, forecasts = 0 } = byMonth.get(month) ?? {}
      return {
        currency,
        byMonth: allMonths.map((each) => ({
          month: each,
          spent: byMonth.get(each)?.spent ?? null,
          accounts: byMonth.get(each)?.accounts ?? 0,
        })),
        remaining,
        forecasts,
      }
    })
    .sort((a, b) => a.currency.localeCompare(b.currency))
}

function monthsUntil(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return Array.from({ length: months }, (_, index) => new Date(Date.UTC(year, number - months + index)).toISOString().slice(0, 7))
}
