import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { listRuns } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import type { Run } from '../../../shared/requestTypes.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { failedUpdateLabels } from './labels.ts'

export function StoppedUpdates() {
  const failedRuns = useQuery(listRuns('failed'))
  const requeue = useCall('requeueUpdates', ['accountUpdate', 'account'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const runs = failedRuns.data?.filter(({ subjectKind }) => subjectKind === 'accountUpdate') ?? []
  const selectedItems = runs.filter(({ subjectId }) => chosen.has(subjectId))
  const reason = runs[0] && reasonOf(runs[0], 'retry')
  const select = (id: string, isOn: boolean) =>
    setChosen((previous) => new Set(isOn ? [...previous, id] : [...previous].filter((each) => each !== id)))
  const start = async (updateIds?: string[]) => {
    try {
      const { restarted, results, more } = await requeue.mutateAsync({ body: updateIds ? { updateIds } : { all: true } })
      const remaining = results.length - restarted
      toast.ok(restarted > 0 ? failedUpdateLabels.retried(restarted) : 'No failed account changes', {
        ...(remaining > 0 && { description: `${count(remaining, 'change')} skipped: completed or already running.` }),
        ...(more && { description: 'More changes remain. Retry all again.' }),
      })
      setChosen(new Set())
    } catch (error) {
      toast.bad('Couldn’t retry the changes', { description: problemOf(error).message })
    }
  }
  if (failedRuns.error && !failedRuns.data)
    return (
      <Panel title={failedUpdateLabels.updates}>
        <LoadError subject="the changes" error={failedRuns.error} onRetry={() => void failedRuns.refetch()} />
      </Panel>
    )
  return (
    <Panel
      flush={runs.length > 0}
      title={runs.length > 0 ? `Failed account changes (${runs.length})` : failedUpdateLabels.updates}
      description="A retry starts at the failed step. Completed steps aren’t repeated."
      actions={
        runs.length > 0 && (
          <>
            {selectedItems.length > 0 && (
              <Button
                size="sm"
                disabledReason={reason}
                loading={requeue.isPending}
                onClick={() => void start(selectedItems.map(({ subjectId }) => subjectId))}
              >
                {failedUpdateLabels.retrySelected(selectedItems.length)}
              </Button>
            )}
            <Button size="sm" icon={RotateCw} disabledReason={reason} loading={requeue.isPending} onClick={() => void start()}>
              {failedUpdateLabels.retryAll}
            </Button>
          </>
        )
      }
    >
      {!failedRuns.data ? (
        <SkeletonText lines={3} />
      ) : runs.length === 0 ? (
        <p className="text-ink-2">{failedUpdateLabels.none}</p>
      ) : (
        <ul aria-label={failedUpdateLabels.updates} className="divide-y divide-line">
          {runs.map((run) => (
            <StoppedRow
              key={run.id}
              run={run}
              chosen={chosen.has(run.subjectId)}
              onChoose={(isOn) => select(run.subjectId, isOn)}
              onStart={() => void start([run.subjectId])}
              busy={requeue.isPending}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface StoppedRowProps {
  run: Run
  chosen: boolean
  onChoose: (isOn: boolean) => void
  onStart: () => void
  busy: boolean
}

function StoppedRow({ run, chosen, onChoose, onStart, busy }: StoppedRowProps) {
  const { name, reference, person, accountId } = run.about
  const step = run.steps.find(({ status }) => status === 'failed')
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-80 gap-3">
        <input
          type="checkbox"
          className="tick mt-0.5 shrink-0"
          aria-label={`Select ${reference ?? name}`}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <div className="min-w-0">
          <p className="wrap-anywhere">
            <Link variant="name" href={accountId ? paths.accountUpdate(accountId, run.subjectId) : paths.update(run.subjectId)}>
              {reference}
            </Link>{' '}
            <span className="font-medium">{name}</span>
          </p>
          {step && (
            <p className="max-w-prose text-sm wrap-anywhere">
              {step.title}: <span className="text-bad">{step.error}</span>
            </p>
          )}
          <p className="text-sm text-ink-2">
            {person} · failed <RelativeTime at={step?.endedAt ?? run.updatedAt} />
          </p>
        </div>
      </div>
      <Button size="sm" disabledReason={reasonOf(run, 'retry')} loading={busy} onClick={onStart} aria-label={`Retry: ${reference ?? name}`}>
        Retry
      </Button>
    </li>
  )
}
