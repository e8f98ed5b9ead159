import { formatMoney, type MoneyValue, minorDigits } from '../../../ui/format.ts'
import { locale } from '../../../ui/locale.ts'
import type { Tone } from '../../../ui/Status.tsx'
import { costTabLabels } from './labels.ts'

/** Formats a month: `2026-11` is `Nov 2026` or `November 2026`. */
export function formatMonth(month: string, length: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(locale, { month: length, year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}

/** Rounds to whole units of the currency, as `formatMoney` does with `round`, so that differences match the numbers on the screen. */
function roundToUnit({ amount, currency }: MoneyValue): number {
  const unit = 10 ** minorDigits(currency)
  return Math.round(amount / unit) * unit
}

/** Formats the difference of two rounded amounts, or the exact difference if they are rounded to the same number. */
function formatDifference(larger: MoneyValue, smaller: MoneyValue): string {
  const [exact, rounded] = [larger.amount - smaller.amount, roundToUnit(larger) - roundToUnit(smaller)]
  return formatMoney({ amount: rounded || exact, currency: larger.currency }, { strip: true })
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
  if (Math.round(last.actual.amount) <= budget.amount) return undefined
  return costTabLabels.overspent(formatDifference(last.actual, budget), formatMonth(last.month, 'long'))
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
  if (actual.amount > budget.amount) return { tone: 'bad', label: `Over budget by ${formatDifference(actual, budget)}` }
  if (!forecast) return { tone: 'neutral', label: `${formatDifference(budget, actual)} of the budget left` }
  return forecast.amount > budget.amount
    ? { tone: 'warn', label: `Forecast to exceed the budget by ${formatDifference(forecast, budget)}` }
    : { tone: 'ok', label: `Forecast to stay ${formatDifference(budget, forecast)} under budget` }
}
