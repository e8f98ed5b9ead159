import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { listSandboxRuns } from '../../../api/sandboxQueries.ts'
import { useCall } from '../../../api/useCall.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { RunItem } from './RunItem.tsx'
import { workLabels } from './templateLabels.ts'

type Overview = CallResult<'listSandboxRuns'>
type Process = Overview['processes'][number]

export function RunsTab() {
  const runs = useQuery(listSandboxRuns())
  if (runs.error && !runs.data) {
    return (
      <Panel>
        <LoadError subject="the runs" error={runs.error} onRetry={() => runs.refetch()} />
      </Panel>
    )
  }
  if (!runs.data) {
    return (
      <Panel title="Run types">
        <SkeletonText lines={8} />
      </Panel>
    )
  }
  const { processes, runs: items } = runs.data
  const stuck = items.filter(({ state }) => state !== 'running')
  const running = items.filter(({ state }) => state === 'running')
  const titles = new Map(processes.map(({ name, title }) => [name, title]))
  return (
    <div className="space-y-4">
      <Panel flush title="Run types">
        <ul aria-label="Run types" className="divide-y divide-line">
          {processes.map((process) => (
            <ProcessRow key={process.name} process={process} overview={runs.data} />
          ))}
        </ul>
      </Panel>
      {items.length === 0 ? (
        <Panel>
          <EmptyState icon={CircleCheckBig} title="No runs">
            Active and failed runs of sandboxes appear here.
          </EmptyState>
        </Panel>
      ) : (
        <>
          {stuck.length > 0 && (
            <Panel flush title={`Failed or stalled (${stuck.length})`}>
              <ul aria-label={workLabels.stuck} className="divide-y divide-line">
                {stuck.map((item) => (
                  <RunItem key={`${item.process} ${item.sandbox.id}`} item={item} title={titles.get(item.process)} can={runs.data.can} />
                ))}
              </ul>
            </Panel>
          )}
          {running.length > 0 && (
            <Panel flush title={`Running (${running.length})`}>
              <ul aria-label="Running" className="divide-y divide-line">
                {running.map((item) => (
                  <RunItem key={`${item.process} ${item.sandbox.id}`} item={item} title={titles.get(item.process)} can={runs.data.can} />
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
    </div>
  )
}

function ProcessRow({ process, overview }: { process: Process; overview: Overview }) {
  const retrigger = useCall('retriggerSandboxQueue', ['sandboxAction', 'sandbox', 'sandboxHost', 'notification'])
  const [outcome, setOutcome] = useState<string>()
  const { name, title, does, stuck, running, oldestStuck } = process
  const start = async () => {
    try {
      const result = await retrigger.mutateAsync({ params: { queueProcessName: name } })
      const text = describeOutcome(result)
      setOutcome(text)
      announce(`${title}: ${text}`)
      if (result.retriggered.length > 0) {
        const itemLines = result.retriggered.slice(0, 3).map((item) => `${item.name}: ${item.what}`)
        toast.ok(text, { description: [...itemLines, ...(result.retriggered.length > 3 ? ['…'] : [])].join(' ') })
      } else toast.info(text)
    } catch (error) {
      toast.bad('Couldn’t retry the runs', { description: problemOf(error).message })
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-56 flex-1">
        <h3 className="font-medium">{title}</h3>
        <p className="text-sm text-ink-2">{does}</p>
        {outcome && <p className="mt-0.5 text-sm">{outcome}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm sm:w-80">
        {stuck > 0 ? (
          <Status tone="bad">
            {stuck} failed or stalled
            {oldestStuck && (
              <>
                {', oldest '}
                <RelativeTime at={oldestStuck} />
              </>
            )}
          </Status>
        ) : (
          <Status tone="ok">No failures</Status>
        )}
        {running > 0 && <span className="text-ink-2">{name === 'queue' ? `${running} waiting` : `${running} running`}</span>}
      </div>
      <Button
        size="sm"
        icon={RotateCw}
        loading={retrigger.isPending}
        disabledReason={reasonOf(overview, 'retrigger')}
        aria-label={workLabels.retry(title)}
        onClick={() => void start()}
      >
        Retry
      </Button>
    </li>
  )
}

function describeOutcome({ retriggered, alreadyRunning, nothingToDo }: CallResult<'retriggerSandboxQueue'>): string {
  const going = alreadyRunning > 0 ? ` ${count(alreadyRunning, 'other is', 'others are')} already running.` : ''
  if (nothingToDo) return `${workLabels.nothingToRetry}${going}`
  return `${workLabels.retried(retriggered.length)}${going}`
}
