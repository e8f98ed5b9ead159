import { formatMoneyChange } from '../ui/format.ts'
import { Money } from '../ui/Money.tsx'
import type { SubjectView } from './subject.ts'

export function SubjectMoney({ subject: { money, moneyChanges } }: { subject: Pick<SubjectView, 'money' | 'moneyChanges'> }) {
  if (!money) return null
  if (!moneyChanges) return <Money value={money} round />
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoneyChange(money)}
      <span className="sr-only"> a month</span>
    </span>
  )
}
