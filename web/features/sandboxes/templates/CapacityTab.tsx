import { useQuery } from '@tanstack/react-query'
import { ServerOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listSandboxHosts } from '../../../api/sandboxQueries.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { late } from '../../../ui/late.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { SandboxHost } from '../sandboxes/types.ts'
import { CapacityBar } from './CapacityBar.tsx'
import { totalCapacity } from './capacity.ts'
import { HostRow } from './HostRow.tsx'
import { QueuePanel } from './QueuePanel.tsx'

const HostDialog = late(() => import('./HostDialog.tsx').then(({ HostDialog }) => ({ default: HostDialog })))

const kinds = [
  { kind: 'shared', title: 'Shared subscriptions', about: 'Each sandbox is a resource group in a shared subscription.' },
  {
    kind: 'pool',
    title: 'Subscription pool',
    about: 'One subscription per sandbox. It is held back for a cooling-off period before reuse.',
  },
] as const

export function CapacityTab() {
  const hosts = useQuery(listSandboxHosts())
  const [editing, setEditing] = useState<SandboxHost>()
  if (hosts.error && !hosts.data) {
    return (
      <Panel>
        <Failed what="The capacity" error={hosts.error} onRetry={() => hosts.refetch()} />
      </Panel>
    )
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <div className="min-w-0 space-y-4">
        {kinds.map(({ kind, title, about }) => {
          const own = hosts.data?.filter((host) => host.kind === kind)
          const totals = totalCapacity(own ?? [])
          return (
            <Panel key={kind} flush title={title} description={own ? `${about} Capacity: ${totals.total}.` : about}>
              {!own ? (
                <div className="px-4 py-3">
                  <SkeletonText lines={5} />
                </div>
              ) : own.length === 0 ? (
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
                    {own.map((host) => (
                      <HostRow key={host.id} host={host} onEdit={() => setEditing(host)} />
                    ))}
                  </ul>
                </>
              )}
            </Panel>
          )
        })}
      </div>
      <QueuePanel />
      <Suspense>{editing && <HostDialog host={editing} onOpenChange={() => setEditing(undefined)} />}</Suspense>
    </div>
  )
}
