import type { WorkRun } from '../../../shared/requestTypes.ts'
import { useWorkActions } from '../../../shared/useWorkActions.ts'
import { WorkTimeline } from '../../../shared/WorkTimeline.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Duration } from '../../../ui/Time.tsx'

const titles: Record<string, string> = { succeeded: 'Built', failed: 'Building is held up' }
/** Titles of a run that rolls back a cancelled request. */
const backTitles: Record<string, string> = { succeeded: 'Taken back', failed: 'Taking it back is held up' }

export function BuildPanel({ run, name }: { run: WorkRun; name: string }) {
  const { onRetry, onSkip } = useWorkActions(run.id)
  const done = run.steps.filter((step) => step.status === 'succeeded' || step.status === 'skipped').length
  return (
    <Panel
      title={run.undoes ? (backTitles[run.status] ?? 'Being taken back') : (titles[run.status] ?? 'Being built')}
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
            label={run.undoes ? `Taking ${name} back` : `Building ${name}`}
            value={done / Math.max(1, run.steps.length)}
            text={`${done} of ${run.steps.length} steps`}
          />
        </div>
      )}
      <WorkTimeline run={run} label={`Steps of ${run.undoes ? 'taking back' : 'building'} ${name}`} onRetry={onRetry} onSkip={onSkip} />
    </Panel>
  )
}
