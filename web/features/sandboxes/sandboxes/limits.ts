import { minorDigits } from '../../../ui/format.ts'
import type { SandboxTemplate } from './types.ts'

const usualHours = [8, 24, 72, 168, 336, 720]
const mostPresets = 5

/** A few usual lengths within the template's limit; the default and the longest are always among them. */
export function hourPresets({ defaultHours, maxHours }: Pick<SandboxTemplate, 'defaultHours' | 'maxHours'>): number[] {
  return fewest([defaultHours, maxHours], usualHours, maxHours)
}

/** A few round budgets in minor units within the limit; the default and the largest are always among them. */
export function budgetPresets({
  defaultBudget,
  maxBudget,
  currency,
}: Pick<SandboxTemplate, 'defaultBudget' | 'maxBudget' | 'currency'>): number[] {
  const unit = 10 ** minorDigits(currency)
  const round = [10, 25, 50, 100, 250, 500, 1000, 2500].map((amount) => amount * unit)
  return fewest([defaultBudget, maxBudget], round, maxBudget)
}

/** `must`, filled up with what lies nearest below the limit. */
function fewest(must: number[], usual: number[], limit: number): number[] {
  const chosen = new Set(must)
  for (const value of usual.filter((each) => each < limit).reverse()) if (chosen.size < mostPresets) chosen.add(value)
  return [...chosen].sort((one, other) => one - other)
}
