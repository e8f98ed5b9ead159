import type { WorkRun } from '../../../shared/requestTypes.ts'
import { useStepActions } from '../../../shared/useStepActions.ts'
import { WorkTimeline } from '../../../shared/WorkTimeline.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Duration } from '../../../ui/Time.tsx'

const titles: Partial<Record<WorkRun['status'], string>> = { succeeded: 'Account created', failed: 'Setup failed' }
/** After a cancellation, the run reverses the setup, and `succeeded` means rolled back. */
const backTitles: Partial<Record<WorkRun['status'], string>> = { succeeded: 'Rolled back', failed: 'Rollback failed' }

export function BuildPanel({ run, name }: { run: WorkRun; name: string }) {
  const { onRetry, onSkip } = useStepActions(run.id)
  const completedCount = run.steps.filter((step) => step.status === 'succeeded' || step.status === 'skipped').length
  return (
    <Panel
      title={run.undoes ? (backTitles[run.status] ?? 'Rolling back') : (titles[run.status] ?? 'Setting up')}
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
            label={run.undoes ? `Rolling back ${name}` : `Setting up ${name}`}
            value={completedCount / Math.max(1, run.steps.length)}
            text={`${completedCount} of ${run.steps.length} steps`}
          />
        </div>
      )}
      <WorkTimeline run={run} label={`${run.undoes ? 'Rollback' : 'Setup'} steps of ${name}`} onRetry={onRetry} onSkip={onSkip} />
    </Panel>
  )
}
