import { Suspense } from 'react'
import { EstimateMeter } from '../../../shared/EstimateMeter.tsx'
import type { RequestCheck } from '../../../shared/requestTypes.ts'
import { formatMoney } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { currency } from './draft.ts'

export const StagesPreview = lazyComponent(() =>
  import('../../../shared/ApprovalStages.tsx').then(({ ApprovalStagesPreview }) => ({ default: ApprovalStagesPreview })),
)

export function RequestAside({ check, budget }: { check: RequestCheck | undefined; budget: number | null }) {
  const estimate = check?.monthlyEstimate ?? { amount: 0, currency }
  return (
    <>
      <Panel title="Approvers">
        {check?.preview ? (
          <Suspense fallback={<SkeletonText lines={5} />}>
            <StagesPreview preview={check.preview} />
          </Suspense>
        ) : (
          <p className="text-ink-2">Choose an environment, tower and family to see the approvers and the usual wait.</p>
        )}
      </Panel>
      <Panel title="Cost">
        {budget !== null && budget > 0 ? (
          <EstimateMeter estimate={estimate} budget={{ amount: budget, currency }} />
        ) : (
          <p>
            <span className="text-lg font-semibold tabular-nums">{formatMoney(estimate, { round: true })}</span>{' '}
            <span className="text-ink-2">a month for the selected services</span>
          </p>
        )}
        <p className="mt-2 text-sm text-ink-2">Estimated for typical usage. Actual usage is billed to the cost centre.</p>
      </Panel>
    </>
  )
}
