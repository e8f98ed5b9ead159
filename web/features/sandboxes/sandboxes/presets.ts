import { minorDigits } from '../../../ui/format.ts'
import type { SandboxTemplate } from './types.ts'

const usualHours = [8, 24, 72, 168, 336, 720]
const maxPresets = 5

/** Returns durations in hours up to the template’s limit, always with the default and the longest. */
export function hourPresets({ defaultHours, maxHours }: Pick<SandboxTemplate, 'defaultHours' | 'maxHours'>): number[] {
  return pickPresets([defaultHours, maxHours], usualHours, maxHours)
}

/** Returns budgets in minor units up to the limit, always with the default and the largest. */
export function budgetPresets({
  defaultBudget,
  maxBudget,
  currency,
}: Pick<SandboxTemplate, 'defaultBudget' | 'maxBudget' | 'currency'>): number[] {
  const unit = 10 ** minorDigits(currency)
  const round = [10, 25, 50, 100, 250, 500, 1000, 2500].map((amount) => amount * unit)
  return pickPresets([defaultBudget, maxBudget], round, maxBudget)
}

function pickPresets(required: number[], defaults: number[], limit: number): number[] {
  const selected = new Set(required)
  for (const value of defaults.filter((each) => each < limit).reverse()) if (selected.size < maxPresets) selected.add(value)
  return [...selected].sort((left, right) => left - right)
}
