import { useQuery } from '@tanstack/react-query'
import { ServerOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listSandboxHosts } from '../../../api/sandboxQueries.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { SandboxHost } from '../sandboxes/types.ts'
import { CapacityBar } from './CapacityBar.tsx'
import { totalCapacity } from './capacity.ts'
import { HostRow } from './HostRow.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { hostLabels } from './templateLabels.ts'

const HostDialog = lazyComponent(() => import('./HostDialog.tsx').then(({ HostDialog }) => ({ default: HostDialog })))

const kinds = [
  { kind: 'shared', title: hostLabels.shared, about: 'Each sandbox is a resource group in a shared subscription.' },
  {
    kind: 'pool',
    title: 'Subscription pool',
    about: 'Each sandbox has its own subscription. After use, a cooling-off period applies before reuse.',
  },
] as const

export function CapacityTab() {
  const hosts = useQuery(listSandboxHosts())
  const [editedHost, setEditedHost] = useState<SandboxHost>()
  if (hosts.error && !hosts.data) {
    return (
      <Panel>
        <LoadError subject="the capacity" error={hosts.error} onRetry={() => hosts.refetch()} />
      </Panel>
    )
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <div className="min-w-0 space-y-4">
        {kinds.map(({ kind, title, about }) => {
          const kindHosts = hosts.data?.filter((host) => host.kind === kind)
          const totals = totalCapacity(kindHosts ?? [])
          return (
            <Panel key={kind} flush title={title} description={kindHosts ? `${about} Capacity: ${totals.total}.` : about}>
              {!kindHosts ? (
                <div className="px-4 py-3">
                  <SkeletonText lines={5} />
                </div>
              ) : kindHosts.length === 0 ? (
                <div className="p-4">
                  <EmptyState icon={ServerOff} title="No hosts yet">
                    Add a subscription as a host to set up queued sandboxes in it.
                  </EmptyState>
                </div>
              ) : (
                <>
                  <div className="border-b border-line px-4 py-3">
                    <CapacityBar totals={totals} label={title} legend />
                  </div>
                  <ul aria-label={title} className="divide-y divide-line">
                    {kindHosts.map((host) => (
                      <HostRow key={host.id} host={host} onEdit={() => setEditedHost(host)} />
                    ))}
                  </ul>
                </>
              )}
            </Panel>
          )
        })}
      </div>
      <QueuePanel />
      <Suspense>{editedHost && <HostDialog host={editedHost} onOpenChange={() => setEditedHost(undefined)} />}</Suspense>
    </div>
  )
}
