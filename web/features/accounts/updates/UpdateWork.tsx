import type { WorkRun } from '../../../shared/requestTypes.ts'
import { useStepActions } from '../../../shared/useStepActions.ts'
import { WorkTimeline } from '../../../shared/WorkTimeline.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Duration } from '../../../ui/Time.tsx'
import { underwayLabels } from './labels.ts'

const titles: Partial<Record<WorkRun['status'], string>> = { succeeded: 'Change applied', failed: 'Applying the change failed' }

export function UpdateWork({ run, title }: { run: WorkRun; title: string }) {
  const { onRetry, onSkip } = useStepActions(run.id)
  const completedCount = run.steps.filter((step) => step.status === 'succeeded' || step.status === 'skipped').length
  return (
    <Panel
      title={titles[run.status] ?? underwayLabels.applying}
      actions={
        run.startedAt && (
          <span className="text-sm text-ink-2">
            <Duration from={run.startedAt} to={run.endedAt ?? undefined} />
          </span>
        )
      }
    >
      {run.status !== 'succeeded' && (
        <div className="mb-4">
          <Progress
            label={title}
            value={completedCount / Math.max(1, run.steps.length)}
            text={`${completedCount} of ${run.steps.length} steps`}
          />
        </div>
      )}
      <WorkTimeline run={run} label={`Steps of: ${title}`} onRetry={onRetry} onSkip={onSkip} />
    </Panel>
  )
}
