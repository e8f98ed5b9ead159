import { RunPanel } from '../../../shared/RunPanel.tsx'
import type { Run } from '../../../shared/requestTypes.ts'
import { updateRunLabels } from './labels.ts'

const titles: Partial<Record<Run['status'], string>> = { succeeded: 'Change applied', failed: 'Applying the change failed' }

export function UpdateRun({ run, title }: { run: Run; title: string }) {
  return (
    <RunPanel run={run} title={titles[run.status] ?? updateRunLabels.applying} progressLabel={title} stepsLabel={`Steps of: ${title}`} />
  )
}
