import { RunPanel } from '../../../shared/RunPanel.tsx'
import type { WorkRun } from '../../../shared/requestTypes.ts'
import { underwayLabels } from './labels.ts'

const titles: Partial<Record<WorkRun['status'], string>> = { succeeded: 'Change applied', failed: 'Applying the change failed' }

export function UpdateWork({ run, title }: { run: WorkRun; title: string }) {
  return (
    <RunPanel run={run} title={titles[run.status] ?? underwayLabels.applying} progressLabel={title} stepsLabel={`Steps of: ${title}`} />
  )
}
