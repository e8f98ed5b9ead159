import type { WorkRun } from '../../../shared/requestTypes.ts'
import { useStepActions } from '../../../shared/useStepActions.ts'
import { WorkTimeline } from '../../../shared/WorkTimeline.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Duration } from '../../../ui/Time.tsx'

export function SetUpPanel({ run, name }: { run: WorkRun; name: string }) {
  const { onRetry, onSkip } = useStepActions(run.id)
  const completedCount = run.steps.filter((step) => step.status === 'succeeded' || step.status === 'skipped').length
  return (
    <Panel
      title={run.status === 'failed' ? 'Setup steps' : 'Setting up'}
      actions={
        run.startedAt && (
          <span className="text-sm text-ink-2">
            <Duration from={run.startedAt} to={run.endedAt ?? undefined} />
          </span>
        )
      }
    >
      <div className="mb-4">
        <Progress
          label={`Setting up ${name}`}
          value={completedCount / Math.max(1, run.steps.length)}
          text={`${completedCount} of ${run.steps.length} steps`}
        />
      </div>
      <WorkTimeline run={run} label={`Setup steps of ${name}`} onRetry={onRetry} onSkip={onSkip} />
    </Panel>
  )
}
