import { formatMoney, type MoneyValue } from '../../../ui/format.ts'
import type { Tone } from '../../../ui/Status.tsx'

/** `2026-11` as `Nov 26` or `November 2026`. */
export function monthWord(month: string, length: 'short' | 'long'): string {
  const year = length === 'short' ? '2-digit' : 'numeric'
  return new Intl.DateTimeFormat(undefined, { month: length, year, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}

/** Describes the forecast against the budget; undefined without a budget. */
export function courseOf({
  actual,
  forecast,
  budget,
}: {
  actual: MoneyValue
  forecast: MoneyValue | null
  budget: MoneyValue | null
}): { tone: Tone; label: string } | undefined {
  if (!budget || budget.currency !== actual.currency) return undefined
  const money = (amount: number) => formatMoney({ amount, currency: budget.currency }, { round: true })
  if (actual.amount > budget.amount) return { tone: 'bad', label: `Over budget by ${money(actual.amount - budget.amount)}` }
  if (!forecast) return { tone: 'neutral', label: `${money(budget.amount - actual.amount)} of the budget left` }
  const left = budget.amount - forecast.amount
  if (left < 0) return { tone: 'warn', label: `Forecast to exceed the budget by ${money(-left)}` }
  return { tone: 'ok', label: `Forecast to stay ${money(left)} under budget` }
}
