import { CircleCheckBig, History, Hourglass } from 'lucide-react'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { Differences } from './driftLabels.ts'
import { driftPageLabels } from './driftLabels.ts'

export function NoDifferences({ compared, resolved, page }: { compared: Differences['compared']; resolved: boolean; page: number }) {
  const { groups, at, everyMinutes } = compared
  if (page > 1)
    return (
      <Panel>
        <EmptyState title="No more results">This page is empty.</EmptyState>
      </Panel>
    )
  if (resolved)
    return (
      <Panel>
        <EmptyState icon={History} title="No resolved differences">
          Resolved differences appear here with the person who decided.
        </EmptyState>
      </Panel>
    )
  if (groups > 0 && !at)
    return (
      <Panel>
        <EmptyState icon={Hourglass} title={driftPageLabels.firstScan}>
          Differences appear here when the scan is complete.
        </EmptyState>
      </Panel>
    )
  return (
    <Panel>
      <EmptyState icon={CircleCheckBig} title={groups > 0 ? driftPageLabels.none : 'No differences'}>
        {groups === 0 ? (
          driftPageLabels.noGroups
        ) : (
          <>
            <p>Scans run every {everyMinutes === 1 ? 'minute' : `${everyMinutes} minutes`}.</p>
            <p>We’ll notify you about access changes made outside Slipway.</p>
          </>
        )}
      </EmptyState>
    </Panel>
  )
}
