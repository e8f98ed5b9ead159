import type { Budget } from '../../../clients/arm/armBudgets.ts'
import { toMinorUnits } from '../../../format.ts'

/** The cost of an account in the current month, in minor units of the currency. */
export interface AccountCost {
  /** ISO 4217, such as `GBP`. */
  currency: string
  spent: number
  /** Azure's forecast for the whole month; null if it has none. */
  forecast: number | null
}

/**
 * Reads the cost from a monthly budget. Undefined if Azure names no amount or no currency, as for a new budget: the cost is then unknown.
 * A forecast in another currency is left out, because the two could not be compared.
 * @see https://learn.microsoft.com/rest/api/consumption/budgets/get
 */
export function costOf({ properties: { currentSpend, forecastSpend } }: Pick<Budget, 'properties'>): AccountCost | undefined {
  const currency = currentSpend?.unit?.toUpperCase() ?? ''
  if (currentSpend?.amount === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined
  const isComparable = forecastSpend?.amount !== undefined && forecastSpend.unit?.toUpperCase() === currency
  return {
    currency,
    spent: toMinorUnits(currentSpend.amount, currency),
    forecast: isComparable ? toMinorUnits(forecastSpend.amount!, currency) : null,
  }
}
