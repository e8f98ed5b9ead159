import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { LinkList } from '../../../shared/LinkList.tsx'
import { typeName } from '../../../shared/typeName.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { decommissionLabels } from './labels.ts'
import { Part } from './Part.tsx'
import type { DryRun } from './types.ts'

type Resources = NonNullable<DryRun['resources']['found']>

export function RemovalList({ dryRun }: { dryRun: DryRun }) {
  const { resources, backups, catalogueItems, addressSpaces } = dryRun
  return (
    <Panel title={decommissionLabels.removed} description="Permanently deleted after the grace period" flush>
      <Part title="Resources" part={resources} aside={(found) => decommissionLabels.resources(found.total, found.groups.length)}>
        {(found) =>
          found.total > 0 || found.groups.length > 0 ? <Types found={found} /> : <EmptyState>The subscription is empty.</EmptyState>
        }
      </Part>
      <Part title="Backups" part={backups} aside={(found) => found.items > 0 && count(found.items, 'backed-up item')}>
        {(found) =>
          found.items > 0 ? (
            <p className="mt-1 max-w-prose text-ink-2">
              {found.names.slice(0, 6).join(', ')}
              {found.items > 6 && ` and ${found.items - 6} more`}. Azure keeps deleted backups for 14 days; their vault and the subscription
              are deleted after that.
            </p>
          ) : (
            <EmptyState>No backups.</EmptyState>
          )
        }
      </Part>
      {catalogueItems.length > 0 && (
        <Part title="Services" part={{ found: catalogueItems, problem: null }}>
          {(found) => (
            <p className="mt-1 text-ink-2">
              <LinkList links={found.map(({ id, name }) => ({ name, href: paths.catalogue(id) }))} />
            </p>
          )}
        </Part>
      )}
      {addressSpaces.length > 0 && (
        <Part title="Addresses" part={{ found: addressSpaces, problem: null }}>
          {(found) => (
            <p className="mt-1 text-ink-2">
              <span className="font-mono text-sm">{found.join(', ')}</span> {found.length === 1 ? 'is' : 'are'} returned to the network
              team.
            </p>
          )}
        </Part>
      )}
    </Panel>
  )
}

const shownAtFirst = 8

function Types({ found }: { found: Resources }) {
  const [showsAll, setShowsAll] = useState(false)
  const max = found.types[0]?.count ?? 1
  const visibleItems = showsAll ? found.types : found.types.slice(0, shownAtFirst)
  const remainingCount = found.types.length - visibleItems.length
  return (
    <>
      <ul className="mt-2 grid gap-x-8 gap-y-1.5 md:grid-cols-2">
        {visibleItems.map(({ type, count: number }) => (
          <li key={type} className="grid grid-cols-[minmax(0,1fr)_5rem_2.75rem] items-center gap-2" title={type}>
            <span className="truncate">{typeName(type)}</span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-(--series-1)" style={{ width: `${Math.max(4, (number / max) * 100)}%` }} />
            </span>
            <span className="text-right tabular-nums">{formatNumber(number)}</span>
          </li>
        ))}
      </ul>
      {remainingCount > 0 && (
        <Button variant="quiet" size="sm" className="mt-2 -ml-2" onClick={() => setShowsAll(true)}>
          {count(remainingCount, 'more type')}
        </Button>
      )}
      <p className="mt-2 text-sm wrap-anywhere text-ink-2">Resource groups: {found.groups.map(({ name }) => name).join(', ') || 'none'}</p>
    </>
  )
}

export function EmptyState({ children }: { children: string }) {
  return <p className="mt-1 text-ink-2">{children}</p>
}
