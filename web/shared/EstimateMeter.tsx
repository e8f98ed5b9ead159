import { Meter } from '../ui/Charts.tsx'
import { formatMoney, type MoneyValue } from '../ui/format.ts'
import { Status } from '../ui/Status.tsx'
import { overBudget } from './estimateLabels.ts'

/** Compares the estimated monthly cost of services with the monthly budget. */
export function EstimateMeter({ estimate, budget }: { estimate: MoneyValue; budget: MoneyValue }) {
  const excess = estimate.amount - budget.amount
  return (
    <div>
      <Meter
        label="Estimated cost of services"
        value={estimate.amount}
        max={Math.max(1, budget.amount)}
        text={`${formatMoney(estimate, { strip: true })} of ${formatMoney(budget, { strip: true })} a month`}
      />
      {excess > 0 && budget.amount > 0 && (
        <p className="mt-1 text-sm">
          <Status tone="warn" wraps>
            {overBudget({ amount: excess, currency: budget.currency })}
          </Status>
        </p>
      )}
    </div>
  )
}
