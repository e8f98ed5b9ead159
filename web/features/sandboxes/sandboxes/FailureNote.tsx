import { RotateCw } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useRunActions } from '../../../shared/useRunActions.ts'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { failureLabels } from './pageLabels.ts'
import type { SandboxSummary } from './types.ts'

type Failure = NonNullable<SandboxSummary['failure']>

export function FailureNote({ failure, name }: { failure: Failure; name: string }) {
  const { step, error, since, attempts, retriedBy, runId } = failure
  const { retry, busy } = useRunActions()
  const retryRun = (id: string) =>
    retry([id]).catch((problem: Error) => toast.bad('Couldn’t retry the run', { description: problem.message }))
  const reason = reasonOf(failure, 'retry')
  return (
    <div className="space-y-1.5 text-sm whitespace-normal">
      <p className="font-medium text-ink">{step ? failureLabels.failedAt(step) : failureLabels.noRun}</p>
      {error && <p className="max-w-prose wrap-anywhere text-ink-2">{error}</p>}
      <p className="text-ink-2">
        Since <RelativeTime at={since} />
        {attempts > 0 && ` · ${failureLabels.attempts(attempts)}`}
        {' · '}
        {retriedBy ? `Last retried by ${retriedBy.displayName}` : failureLabels.notRetried}
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        {runId ? (
          <>
            <Button size="sm" icon={RotateCw} loading={busy} disabledReason={reason} onClick={() => void retryRun(runId)}>
              {failureLabels.retry}
              <span className="sr-only"> {name}</span>
            </Button>
            {failure.can.seeRun === true && (
              <Button size="sm" variant="quiet" href={paths.run(runId)}>
                {failureLabels.viewRun}
              </Button>
            )}
          </>
        ) : (
          failure.can.seeRun === true && (
            <Button size="sm" href={paths.sandboxAdmin('work')}>
              View run types
            </Button>
          )
        )}
      </div>
    </div>
  )
}
