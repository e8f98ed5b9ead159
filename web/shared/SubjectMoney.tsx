import { formatMoneyChange } from '../ui/format.ts'
import { Money } from '../ui/Money.tsx'
import type { SubjectView } from './subject.ts'

/** Shows the cost of a request or, for a change to something that exists, the monthly difference: `+£71`. */
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
