import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import { RunPanel } from '../../../shared/RunPanel.tsx'
import type { Run } from '../../../shared/requestTypes.ts'

export function SetUpPanel({ run, name }: { run: Run; name: string }) {
  return (
    <RunPanel
      run={run}
      title={run.status === 'failed' ? 'Setup steps' : sandboxStatusLabels.provisioning}
      progressLabel={`Setting up ${name}`}
      stepsLabel={`Setup steps of ${name}`}
    />
  )
}
