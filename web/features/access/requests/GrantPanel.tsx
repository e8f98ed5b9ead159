import type { WorkRun } from '../../../shared/requestTypes.ts'
import { useWorkActions } from '../../../shared/useWorkActions.ts'
import { WorkTimeline } from '../../../shared/WorkTimeline.tsx'
import { Panel } from '../../../ui/Panel.tsx'

/** What is done in the directory, step by step, while it is not all done. */
export function GrantPanel({ run }: { run: WorkRun }) {
  const { onRetry, onSkip } = useWorkActions(run.id)
  return (
    <Panel title={run.status === 'failed' ? 'Letting in is held up' : 'Being let in'}>
      <WorkTimeline run={run} label="Steps of letting in" onRetry={onRetry} onSkip={onSkip} />
    </Panel>
  )
}
