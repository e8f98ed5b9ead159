import { useQuery } from '@tanstack/react-query'
import { Pause, Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { listQueues } from '../../../api/cockpitQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { ActivityButton } from '../../../shared/ActivityButton.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Trend } from '../../../shared/Trend.tsx'
import { count } from '../../../shared/waits.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { CockpitFrame } from './CockpitFrame.tsx'
import { queueLabels } from './labels.ts'
import { PauseDialog } from './PauseDialog.tsx'
import { lastRunColumn, QueueTitle } from './queueCells.tsx'
import { Schedules } from './Schedules.tsx'
import type { Queue } from './types.ts'
import { useResume } from './useResume.ts'

const figure = (value: number, isBad = false) =>
  value === 0 ? (
    <span className="text-ink-3">0</span>
  ) : (
    <span className={isBad ? 'font-semibold text-bad' : undefined}>{formatNumber(value)}</span>
  )

export function QueuesPage() {
  const queues = useQuery(listQueues())
  const retry = useCall('retryQueue', [])
  const { resume } = useResume()
  const [queueToPause, setQueueToPause] = useState<Parameters<typeof PauseDialog>[0]['queue']>()
  const retryJobs = async ({ name, title }: Queue) => {
    try {
      const { queued, left } = await retry.mutateAsync({ params: { name } })
      toast.ok(`${title}: ${count(queued, 'job')} retried`, left ? { description: 'More failed jobs remain. Retry again.' } : {})
    } catch (error) {
      toast.bad('Couldn’t retry the jobs', { description: problemOf(error).message })
    }
    void queues.refetch()
  }
  return (
    <CockpitFrame
      tab="queues"
      title="Queues"
      description="Background jobs and schedules. Failed jobs are kept here for one hour."
      subject="the queues"
      query={queues}
    >
      {(data) => (
        <>
          <Trend name="runs" />
          <DataTable
            label="Queues"
            columns={columnsOf(
              {
                retryJobs: (queue) => void retryJobs(queue),
                pause: setQueueToPause,
                resume: ({ name, title }) => void resume(name, title),
              },
              isAllowed(data, 'act'),
            )}
            rows={data.queues}
            rowId={({ name }) => name}
            rowLabel={({ title }) => title}
          />
          <Schedules data={data} onPause={setQueueToPause} onResume={({ name, title }) => void resume(name, title)} />
          {queueToPause && <PauseDialog queue={queueToPause} onClose={() => setQueueToPause(undefined)} />}
        </>
      )}
    </CockpitFrame>
  )
}

interface Transitions {
  retryJobs(queue: Queue): void
  pause(queue: Queue): void
  resume(queue: Queue): void
}

function columnsOf({ retryJobs, pause, resume }: Transitions, canAct: boolean): Column<Queue>[] {
  return [
    {
      id: 'title',
      header: 'Queue',
      width: 300,
      rowHeader: true,
      cell: (queue) => <QueueTitle queue={queue} error={queue.lastError && `Last error: ${queue.lastError}`} />,
    },
    {
      id: 'waiting',
      header: 'Waiting',
      width: 110,
      align: 'end',
      isMuted: ({ waiting, later }) => waiting + later === 0,
      cell: ({ waiting, later, atLeast }) => (
        <span>
          {figure(waiting)}
          {atLeast && '+'}
          {later > 0 && <span className="block text-sm text-ink-2">{formatNumber(later)} later</span>}
        </span>
      ),
    },
    {
      id: 'active',
      header: 'Running',
      width: 90,
      align: 'end',
      isMuted: ({ active }) => active === 0,
      cell: ({ active }) => figure(active),
    },
    {
      id: 'failed',
      header: 'Failed',
      width: 90,
      align: 'end',
      isMuted: ({ failed }) => failed === 0,
      cell: ({ failed }) => figure(failed, true),
    },
    {
      id: 'finished',
      header: 'Done in last hour',
      width: 150,
      align: 'end',
      isMuted: ({ finishedLastHour }) => finishedLastHour === 0,
      cell: ({ finishedLastHour }) => figure(finishedLastHour),
    },
    {
      id: 'oldest',
      header: 'Oldest waiting',
      width: 140,
      isMuted: ({ oldestWaitingSince }) => !oldestWaitingSince,
      cell: ({ oldestWaitingSince }) => (oldestWaitingSince ? <RelativeTime at={oldestWaitingSince} /> : emptyCell),
    },
    lastRunColumn,
    {
      id: 'actions',
      header: 'Actions',
      width: 146,
      align: 'end',
      cell: (queue) => (
        <span className="inline-flex gap-1">
          {canAct && (
            <>
              {queue.paused ? (
                <IconButton size="sm" icon={Play} label={queueLabels.resume(queue.title)} onClick={() => resume(queue)} />
              ) : (
                <IconButton size="sm" icon={Pause} label={queueLabels.openPause(queue.title)} onClick={() => pause(queue)} />
              )}
              <IconButton
                size="sm"
                icon={RotateCw}
                label={`Retry failed jobs of ${queue.title}`}
                disabledReason={queue.failed === 0 ? 'There are no failed jobs.' : undefined}
                onClick={() => retryJobs(queue)}
              />
            </>
          )}
          <ActivityButton kind="queue" id={queue.name} name={queue.title} />
        </span>
      ),
    },
  ]
}
