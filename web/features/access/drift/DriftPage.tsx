import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { listAccessDifferences } from '../../../api/driftQueries.ts'
import { getAccount } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { AccessPage } from '../../../shared/AccessPage.tsx'
import { Failed } from '../../../shared/Failed.tsx'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { BulkBar } from './BulkBar.tsx'
import { ComparedWhen } from './ComparedWhen.tsx'
import { DifferenceGroup } from './DifferenceGroup.tsx'
import type { Difference, Differences } from './driftLabels.ts'
import { LookNow } from './LookNow.tsx'
import { NoDifferences } from './NoDifferences.tsx'
import { ResolveDialog, type ResolveTarget } from './ResolveDialog.tsx'
import { Unreadable } from './Unreadable.tsx'

const route = getRouteApi('/access/drift')
const size = 25

export function DriftPage() {
  const go = useNavigateTo()
  const { account, show, page = 1 } = route.useSearch()
  const status = show ?? 'open'
  const list = useQuery(listAccessDifferences({ status, page, size, ...(account && { account }) }))
  const one = useQuery({ ...getAccount(account ?? ''), enabled: account !== undefined })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [resolving, setResolving] = useState<ResolveTarget>()
  const { data } = list
  const picked = data?.items.filter((item) => item.status === 'open' && chosen.has(item.id)) ?? []
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((old) => new Set(on ? [...old, ...ids] : [...old].filter((id) => !ids.includes(id))))
  const close = (resolved: boolean) => {
    if (resolved && resolving)
      choose(
        resolving.items.map(({ id }) => id),
        false,
      )
    setResolving(undefined)
  }
  return (
    <AccessPage
      part="drift"
      description="Access changes made outside Slipway. Account owners resolve them."
      actions={account && data && <LookNow accountId={account} reason={lookReason(data)} />}
    >
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label="Status"
          hideLabel
          className="w-40"
          options={[
            { value: 'open', label: 'Open' },
            { value: 'resolved', label: 'Resolved' },
          ]}
          value={status}
          onChange={(next) => go(paths.accessDrift({ account, show: next === 'resolved' ? 'resolved' : undefined }))}
        />
        {account && (
          <p className="flex min-w-0 flex-wrap items-center gap-2">
            <span className="min-w-0 wrap-anywhere">
              Showing only <span className="font-medium">{one.data?.name ?? 'one account'}</span>
            </span>
            <Button size="sm" variant="quiet" href={paths.accessDrift({ show })}>
              Show all accounts
            </Button>
          </p>
        )}
        {data && (
          <p className="text-sm text-ink-2 sm:ml-auto">
            <ComparedWhen compared={data.compared} />
          </p>
        )}
      </div>
      {list.error && !data ? (
        <Panel>
          <Failed what="The differences" error={list.error} onRetry={() => void list.refetch()} />
        </Panel>
      ) : !data ? (
        <Panel>
          <SkeletonText lines={8} />
        </Panel>
      ) : (
        <div className="space-y-4">
          <Unreadable compared={data.compared} />
          {data.items.length === 0 ? (
            <NoDifferences compared={data.compared} resolved={status === 'resolved'} page={page} />
          ) : (
            [...Map.groupBy(data.items, (item) => item.account.id).values()].map((items) => (
              <DifferenceGroup
                key={items[0]!.account.id}
                items={items}
                narrow={account === undefined}
                chosen={chosen}
                onChoose={choose}
                onResolve={(item, action) => setResolving({ items: [item], action })}
              />
            ))
          )}
          <Pages data={data} hrefOf={(to) => paths.accessDrift({ account, show, page: to })} />
          {picked.length > 0 && (
            <BulkBar items={picked} onClear={() => setChosen(new Set())} onResolve={(action) => setResolving({ items: picked, action })} />
          )}
        </div>
      )}
      {resolving && <ResolveDialog {...resolving} onClose={close} />}
    </AccessPage>
  )
}

const lookReason = ({ can }: Differences) => (typeof can.look === 'string' ? can.look : undefined)

function Pages({ data, hrefOf }: { data: Differences & { items: Difference[] }; hrefOf: (page: number) => string }) {
  const { page, total } = data
  if (total <= size) return null
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {page > 1 && (
        <Button size="sm" href={hrefOf(page - 1)}>
          Newer
        </Button>
      )}
      {page * size < total && (
        <Button size="sm" href={hrefOf(page + 1)}>
          Older
        </Button>
      )}
    </nav>
  )
}
