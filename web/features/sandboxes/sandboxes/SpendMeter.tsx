import { Meter } from '../../../ui/Charts.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { meterLabels } from './labels.ts'
import type { SandboxSummary } from './types.ts'

export function SpendMeter({ budget, label = meterLabels.spend }: { budget: SandboxSummary['budget']; label?: string }) {
  const money = (amount: number) => formatMoney({ amount, currency: budget.currency })
  return <Meter label={label} value={budget.spent} max={budget.limit} text={`${money(budget.spent)} of ${money(budget.limit)}`} />
}
