import { RunPanel } from '../../../shared/RunPanel.tsx'
import type { Run } from '../../../shared/requestTypes.ts'
import { requestLabels } from './labels.ts'

const titles: Partial<Record<Run['status'], string>> = { succeeded: 'Account created', failed: 'Setup failed' }
/** After a cancellation, the run reverses the setup, and `succeeded` means rolled back. */
const backTitles: Partial<Record<Run['status'], string>> = { succeeded: 'Rolled back', failed: 'Rollback failed' }

export function BuildPanel({ run, name }: { run: Run; name: string }) {
  return (
    <RunPanel
      run={run}
      title={run.undoes ? (backTitles[run.status] ?? 'Rolling back') : (titles[run.status] ?? 'Setting up')}
      progressLabel={run.undoes ? `Rolling back ${name}` : `Setting up ${name}`}
      stepsLabel={run.undoes ? `Rollback steps of ${name}` : requestLabels.setupSteps(name)}
    />
  )
}
