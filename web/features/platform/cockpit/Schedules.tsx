import { Pause, Play } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { ActivityButton } from '../../../shared/ActivityButton.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatDuration, formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Countdown } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { queueLabels } from './labels.ts'
import { lastRunColumn, QueueTitle } from './queueCells.tsx'
import type { Schedule } from './types.ts'

type ScheduleRef = Pick<Schedule, 'name' | 'title' | 'whilePaused'>
interface Transitions {
  onPause(schedule: ScheduleRef): void
  onResume(schedule: ScheduleRef): void
}

export function Schedules({ data, ...transitions }: { data: CallResult<'listQueues'> } & Transitions) {
  const canAct = isAllowed(data, 'act')
  const all = data.allSchedules
  return (
    <Panel
      flush
      className="mt-4"
      title="Schedules"
      description="Recurring jobs. A slow or failing schedule doesn’t delay other schedules."
      actions={
        canAct &&
        (all.paused ? (
          <Button size="sm" icon={Play} onClick={() => transitions.onResume(all)}>
            Resume all schedules
          </Button>
        ) : (
          <Button size="sm" icon={Pause} onClick={() => transitions.onPause(all)}>
            Pause all schedules…
          </Button>
        ))
      }
    >
      <DataTable
        label="Schedules"
        columns={columnsOf(transitions, canAct, all.paused !== null)}
        rows={data.schedules}
        rowId={({ name }) => name}
        rowLabel={({ title }) => title}
      />
    </Panel>
  )
}

function columnsOf({ onPause, onResume }: Transitions, canAct: boolean, isAllPaused: boolean): Column<Schedule>[] {
  return [
    {
      id: 'title',
      header: 'Schedule',
      width: 340,
      rowHeader: true,
      cell: (schedule) => {
        const { failures, lastError } = schedule
        const times = failures === 1 ? 'once' : `${formatNumber(failures)} times in a row`
        return <QueueTitle queue={schedule} error={lastError && `Failed ${times}: ${lastError}`} />
      },
    },
    { id: 'period', header: 'Period', width: 110, cell: ({ everySeconds }) => formatDuration(everySeconds * 1_000) },
    lastRunColumn,
    {
      id: 'duration',
      header: 'Duration',
      width: 110,
      align: 'end',
      isMuted: ({ lastDurationMs }) => lastDurationMs === null,
      cell: ({ lastDurationMs: ms }) => (ms === null ? emptyCell : ms < 1_000 ? `${formatNumber(ms)} ms` : formatDuration(ms)),
    },
    {
      id: 'nextRun',
      header: 'Next run',
      width: 130,
      cell: ({ running, nextRun, paused }) =>
        paused ? (
          <span className="text-ink-2">{running ? 'Stopping' : 'When resumed'}</span>
        ) : running ? (
          'Running'
        ) : nextRun ? (
          <span>
            in <Countdown until={nextRun} passed="a moment" />
          </span>
        ) : (
          emptyCell
        ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 100,
      align: 'end',
      cell: (schedule) => (
        <span className="inline-flex gap-1">
          {canAct &&
            (schedule.paused && !isAllPaused ? (
              <IconButton size="sm" icon={Play} label={queueLabels.resume(schedule.title)} onClick={() => onResume(schedule)} />
            ) : (
              <IconButton
                size="sm"
                icon={Pause}
                label={`Pause schedule ${schedule.title}…`}
                disabledReason={isAllPaused ? 'All schedules are paused.' : undefined}
                onClick={() => onPause(schedule)}
              />
            ))}
          <ActivityButton kind="queue" id={schedule.name} name={schedule.title} />
        </span>
      ),
    },
  ]
}
