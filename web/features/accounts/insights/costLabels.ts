import { formatMoney, type MoneyValue } from '../../../ui/format.ts'
import { locale } from '../../../ui/locale.ts'
import type { Tone } from '../../../ui/Status.tsx'
import { costTabLabels } from './labels.ts'

/** Formats a month: `2026-11` is `Nov 26` or `November 2026`. */
export function formatMonth(month: string, length: 'short' | 'long'): string {
  const year = length === 'short' ? '2-digit' : 'numeric'
  return new Intl.DateTimeFormat(locale, { month: length, year, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}

/** Says by how much the last complete month exceeded the budget. Earlier budgets aren’t stored, so the current budget counts. */
export function describeOverspend({
  byMonth,
  budget,
}: {
  byMonth: readonly { month: string; actual: MoneyValue }[]
  budget: MoneyValue | null
}): string | undefined {
  const last = byMonth.at(-2)
  if (!last || !budget || budget.amount <= 0 || last.actual.currency !== budget.currency) return undefined
  const excess = Math.round(last.actual.amount) - budget.amount
  if (excess <= 0) return undefined
  return costTabLabels.overspent(
    formatMoney({ amount: excess, currency: budget.currency }, { round: true }),
    formatMonth(last.month, 'long'),
  )
}

export function budgetStatusOf({
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
  const remaining = budget.amount - forecast.amount
  if (remaining < 0) return { tone: 'warn', label: `Forecast to exceed the budget by ${money(-remaining)}` }
  return { tone: 'ok', label: `Forecast to stay ${money(remaining)} under budget` }
}
