import type { ReactNode } from 'react'
import { Panel } from '../ui/Panel.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Duration } from '../ui/Time.tsx'
import { RunTimeline } from './RunTimeline.tsx'
import type { Run } from './requestTypes.ts'
import { UsualDuration } from './UsualDuration.tsx'

interface RunPanelProps {
  run: Run
  title: ReactNode
  progressLabel: string
  stepsLabel: string
}

export function RunPanel({ run, title, progressLabel, stepsLabel }: RunPanelProps) {
  return (
    <Panel
      title={title}
      actions={
        run.startedAt && (
          <span className="text-sm text-ink-2">
            <Duration from={run.startedAt} to={run.endedAt ?? undefined} />
          </span>
        )
      }
    >
      {run.status !== 'succeeded' && <RunProgress run={run} label={progressLabel} />}
      <RunTimeline run={run} label={stepsLabel} />
    </Panel>
  )
}

export function RunProgress({ run, label }: { run: Run; label: string }) {
  const { steps } = run
  const completedCount = steps.filter(({ status }) => status === 'succeeded' || status === 'skipped').length
  return (
    <div className="mb-4">
      <Progress label={label} value={completedCount / Math.max(1, steps.length)} text={`${completedCount} of ${steps.length} steps`} />
      <UsualDuration run={run} />
    </div>
  )
}
