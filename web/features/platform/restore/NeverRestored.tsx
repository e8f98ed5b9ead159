import { DatabaseBackup } from 'lucide-react'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { restoreLabels } from './labels.ts'

export function NeverRestored() {
  return (
    <Panel>
      <EmptyState icon={DatabaseBackup} title={restoreLabels.never}>
        <p>
          To restore a backup, an operator runs <Command>slipway restore</Command> on an empty database.
        </p>
        <p>
          After a restore to a point in time, run <Command>slipway restore --mark</Command> before you start Slipway. The report then
          appears here.
        </p>
      </EmptyState>
    </Panel>
  )
}

const Command = ({ children }: { children: string }) => <code className="font-mono text-sm whitespace-nowrap">{children}</code>
