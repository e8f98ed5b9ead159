import { FlaskConical } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { ShareBar } from '../../../ui/ShareBar.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { sandboxDisplay } from '../../sandboxes/sandboxes/labels.ts'
import { sandboxesLabels } from './estateLabels.ts'
import { PartList } from './PartList.tsx'
import type { Estate } from './types.ts'

const order = ['active', 'expiring', 'frozen', 'queued', 'provisioning', 'deleting', 'failed', 'quarantined']

export function SandboxesPanel({ sandboxes }: { sandboxes: Estate['sandboxes'] }) {
  const parts = sandboxes
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
    .map(({ status, count, filter }) => {
      const { label, tone } = sandboxDisplay(status)
      return { key: status, label, tone, count, href: paths.allSandboxes({ filter }) }
    })
  return (
    <Panel title={sandboxesLabels.title}>
      {parts.length === 0 ? (
        <EmptyState icon={FlaskConical} title={sandboxesLabels.none} />
      ) : (
        <div className="space-y-3">
          <ShareBar size="lg" parts={parts.map(({ key, count, tone }) => ({ key, value: count, tone }))} />
          <PartList parts={parts} whole={parts.reduce((total, { count }) => total + count, 0)} />
        </div>
      )}
    </Panel>
  )
}
