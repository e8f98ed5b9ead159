import { EstimateMeter } from '../../../shared/EstimateMeter.tsx'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { count } from '../../../shared/waits.ts'
import { formatPercent, type MoneyValue } from '../../../ui/format.ts'
import { Money } from '../../../ui/Money.tsx'

interface MoneyProps {
  evidence: ApprovalWithEvidence['evidence']
  monthlyBudget: MoneyValue
  family: string | undefined
  exists: boolean
}

export function MoneyEvidence({ evidence, monthlyBudget, family = 'The family', exists }: MoneyProps) {
  const { catalogueEstimate, familyBudget } = evidence
  const share = familyBudget && familyBudget.monthly.amount > 0 ? monthlyBudget.amount / familyBudget.monthly.amount : undefined
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <div>
        <p>
          <span className="text-lg font-semibold">
            <Money value={monthlyBudget} strip />
          </span>{' '}
          <span className="text-ink-2">a month</span>
        </p>
        {familyBudget && familyBudget.accounts > 0 && (
          <p className="text-sm text-ink-2">
            {family} has {count(familyBudget.accounts, 'active account')} with <Money value={familyBudget.monthly} round /> a month
            {share !== undefined && (
              <>
                ; this account {exists ? 'is' : 'adds'} {share < 0.01 ? 'less than 1%' : formatPercent(share)}
              </>
            )}
            .
          </p>
        )}
      </div>
      <EstimateMeter estimate={catalogueEstimate} budget={monthlyBudget} />
    </div>
  )
}
