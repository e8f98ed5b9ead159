import { formatMoney } from '../../../format.ts'
import type { AccountUpdateSummary } from './schemas.ts'

export function budgetWarningsOf(price: AccountUpdateSummary['price'], budget: { amount: number }): string[] {
  if (!price) return []
  const { before, after } = price
  const increase = after.amount - before.amount
  const warnings: string[] = []
  if (after.amount > budget.amount && increase > 0) warnings.push('The services alone cost more than the account’s budget (estimate).')
  if (increase > before.amount / 2 && increase > 0)
    warnings.push(
      `The change costs ${formatMoney({ amount: increase, currency: after.currency })} more a month, over half of the current cost of the account’s services.`,
    )
  return warnings
}
