import { minorDigits } from '../../../../ui/format.ts'
import { nearLimit } from '../labels.ts'
import type { Sandbox } from './types.ts'

const hourMs = 3_600_000

/**
 * Suggests the budget to add, in minor units: enough for the expected spend at the end of the extended lease, rounded up to a multiple of 5
 * whole units, within the allowed maximum. If the budget is nearly used up, at least half of it.
 */
export function suggestBudget(sandbox: Pick<Sandbox, 'budget' | 'frozen' | 'lease' | 'terms'>, hours: number, now = Date.now()): number {
  const { terms, frozen, lease, budget } = sandbox
  const limit = budget.limit ?? 0
  const step = 5 * 10 ** minorDigits(budget.currency)
  const end = Math.max(Date.parse(lease.end ?? ''), now) + hours * hourMs
  const remainingHours = (end - (budget.asOf ? Date.parse(budget.asOf) : now)) / hourMs
  const expected = (budget.spent ?? 0) + (budget.hourlyRate ?? 0) * Math.max(0, remainingHours)
  const freezePercent = terms.thresholds.find(({ action }) => action === 'freeze')?.percent ?? 100
  const missing = (expected * 100) / freezePercent - limit
  // The forecast must stay below the limit.
  const covering = missing < 0 ? 0 : (Math.floor(missing / step) + 1) * step
  const isForBudget = frozen?.cause === 'budget' || budget.percent >= nearLimit
  return Math.min(Math.max(covering, isForBudget ? Math.round(limit / 2) : 0), Math.max(0, terms.maxBudget - limit))
}
