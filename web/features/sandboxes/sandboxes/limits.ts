import { minorDigits } from '../../../ui/format.ts'
import type { SandboxTemplate } from './types.ts'

const usualHours = [8, 24, 72, 168, 336, 720]
const maxPresets = 5

/** Suggests durations up to the template’s limit, always with the default and the longest. */
export function hourPresets({ defaultHours, maxHours }: Pick<SandboxTemplate, 'defaultHours' | 'maxHours'>): number[] {
  return fewest([defaultHours, maxHours], usualHours, maxHours)
}

/** Suggests budgets in minor units up to the limit, always with the default and the largest. */
export function budgetPresets({
  defaultBudget,
  maxBudget,
  currency,
}: Pick<SandboxTemplate, 'defaultBudget' | 'maxBudget' | 'currency'>): number[] {
  const unit = 10 ** minorDigits(currency)
  const round = [10, 25, 50, 100, 250, 500, 1000, 2500].map((amount) => amount * unit)
  return fewest([defaultBudget, maxBudget], round, maxBudget)
}

/** Fills `must` with the largest usual values below the limit. */
function fewest(must: number[], usual: number[], limit: number): number[] {
  const chosen = new Set(must)
  for (const value of usual.filter((each) => each < limit).reverse()) if (chosen.size < maxPresets) chosen.add(value)
  return [...chosen].sort((one, other) => one - other)
}
