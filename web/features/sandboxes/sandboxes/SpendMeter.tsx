import { Meter } from '../../../ui/Charts.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { meterLabels } from './labels.ts'
import type { SandboxSummary } from './types.ts'

export function SpendMeter({ budget, label = meterLabels.spend }: { budget: SandboxSummary['budget']; label?: string }) {
  const { spent, limit, percent, currency } = budget
  if (spent === null || limit === null) return <Meter label={label} value={percent} max={100} text={`${percent}%`} />
  const money = (amount: number) => formatMoney({ amount, currency })
  return <Meter label={label} value={spent} max={limit} text={`${money(spent)} of ${money(limit)}`} />
}

export function describeRate({ hourlyRate, currency }: SandboxSummary['budget']): string | undefined {
  const amount = Math.round(hourlyRate ?? 0)
  return amount > 0 ? `${formatMoney({ amount, currency })} an hour now` : undefined
}
