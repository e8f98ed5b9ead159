import { RunPanel } from '../../../shared/RunPanel.tsx'
import type { AccountUpdate, Run } from '../../../shared/requestTypes.ts'
import { updateStatus } from '../../../shared/updateStatus.ts'
import { updateRunLabels } from './labels.ts'

const titles: Partial<Record<Run['status'], string>> = { succeeded: 'Change applied', failed: 'Applying the change failed' }

const reversalTitles: Record<NonNullable<AccountUpdate['reversal']>['kind'], string> = {
  undone: 'Undo of the decommission',
  restored: 'Restore of the account',
}

export function UpdateRun({ run, update }: { run: Run; update: AccountUpdate }) {
  const title = update.reversal
    ? reversalTitles[update.reversal.kind]
    : (titles[run.status] ?? (update.graceEndsAt ? updateStatus(update).sentence : updateRunLabels.applying))
  return <RunPanel run={run} title={title} progressLabel={update.title} stepsLabel={`Steps of: ${update.title}`} />
}
