import { paths } from '../../../paths.ts'
import type { Run } from '../../../shared/requestTypes.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Countdown } from '../../../ui/Time.tsx'
import { budgetLabels } from './labels.ts'

export function BudgetPending({ run }: { run: Run }) {
  const step = run.steps.find(({ status }) => status !== 'succeeded' && status !== 'skipped')
  const isFailed = run.status === 'failed'
  const canOpen = run.can.open === true
  return (
    <Banner
      tone={isFailed ? 'bad' : 'warn'}
      title={isFailed ? budgetLabels.failed : budgetLabels.pending}
      action={
        canOpen && (
          <Button size="sm" href={paths.run(run.id)}>
            {budgetLabels.viewRun}
          </Button>
        )
      }
    >
      {!canOpen ? (
        <p>{isFailed ? budgetLabels.noActionFailed : budgetLabels.noActionPending}</p>
      ) : isFailed ? (
        <p>{step?.error} An administrator can retry the step.</p>
      ) : (
        <p>
          {step?.note ?? step?.error ?? 'Slipway is setting the budget in Azure.'}
          {step?.nextAttemptAt && (
            <>
              {' '}
              Next attempt in <Countdown until={step.nextAttemptAt} passed="a moment" />.
            </>
          )}
        </p>
      )}
    </Banner>
  )
}
