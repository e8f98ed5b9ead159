import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { listAccessDifferences } from '../../../api/driftQueries.ts'
import { getAccount, getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { AccessPage } from '../../../shared/AccessPage.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { Trend } from '../../../shared/Trend.tsx'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { BulkBar } from './BulkBar.tsx'
import { DifferenceGroup } from './DifferenceGroup.tsx'
import type { Difference, Differences } from './driftLabels.ts'
import { driftPageLabels } from './driftLabels.ts'
import { LastComparison } from './LastComparison.tsx'
import { NoDifferences } from './NoDifferences.tsx'
import { ResolveDialog, type ResolveTarget } from './ResolveDialog.tsx'
import { ScanNow } from './ScanNow.tsx'
import { UnreadableGroups } from './UnreadableGroups.tsx'

const route = getRouteApi('/access/drift')
const size = 25

export function DriftPage() {
  const navigateTo = useNavigateTo()
  const { account, show, page = 1 } = route.useSearch()
  const status = show ?? 'open'
  const roles = useQuery(getMe()).data?.roles
  const isResponsible = roles?.includes('admin') || roles?.includes('auditor')
  const list = useQuery(listAccessDifferences({ status, page, size, ...(account && { account }) }))
  const one = useQuery({ ...getAccount(account ?? ''), enabled: account !== undefined })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [resolveTarget, setResolveTarget] = useState<ResolveTarget>()
  const { data } = list
  const selectedItems = data?.items.filter((item) => item.status === 'open' && selected.has(item.id)) ?? []
  const select = (ids: readonly string[], isOn: boolean) =>
    setSelected((previous) => new Set(isOn ? [...previous, ...ids] : [...previous].filter((id) => !ids.includes(id))))
  const close = (isResolved: boolean) => {
    if (isResolved && resolveTarget)
      select(
        resolveTarget.items.map(({ id }) => id),
        false,
      )
    setResolveTarget(undefined)
  }
  return (
    <AccessPage
      part="drift"
      description="Access changes made outside Slipway. Account owners resolve them."
      actions={account && data && <ScanNow accountId={account} reason={scanDisabledReason(data)} />}
    >
      {isResponsible && !account && <Trend name="drift" />}
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label={driftPageLabels.status}
          hideLabel
          className="w-40"
          options={[
            { value: 'open', label: driftPageLabels.open },
            { value: 'resolved', label: driftPageLabels.resolved },
          ]}
          value={status}
          onChange={(next) => navigateTo(paths.accessDrift({ account, show: next === 'resolved' ? 'resolved' : undefined }))}
        />
        {account && (
          <p className="flex min-w-0 flex-wrap items-center gap-2">
            <span className="min-w-0 wrap-anywhere">
              Account: <span className="font-medium">{one.data?.name ?? 'one account'}</span>
            </span>
            <Button size="sm" variant="quiet" href={paths.accessDrift({ show })}>
              Show all accounts
            </Button>
          </p>
        )}
        {data && (data.compared.at || data.items.length > 0) && (
          <p className="text-sm text-ink-2 sm:ml-auto">
            <LastComparison compared={data.compared} />
          </p>
        )}
      </div>
      {!data ? (
        <Panel>
          <Loading subject="the differences" query={list} lines={8} />
        </Panel>
      ) : (
        <div className="space-y-4">
          <UnreadableGroups compared={data.compared} />
          {data.items.length === 0 ? (
            <NoDifferences compared={data.compared} resolved={status === 'resolved'} page={page} />
          ) : (
            [...Map.groupBy(data.items, (item) => item.account.id).values()].map((items) => (
              <DifferenceGroup
                key={items[0]!.account.id}
                items={items}
                narrow={account === undefined}
                chosen={selected}
                onChoose={select}
                onResolve={(item, action) => setResolveTarget({ items: [item], action })}
              />
            ))
          )}
          <Pages data={data} hrefOf={(to) => paths.accessDrift({ account, show, page: to })} />
          {selectedItems.length > 0 && (
            <BulkBar
              items={selectedItems}
              onClear={() => setSelected(new Set())}
              onResolve={(action) => setResolveTarget({ items: selectedItems, action })}
            />
          )}
        </div>
      )}
      {resolveTarget && <ResolveDialog {...resolveTarget} onClose={close} />}
    </AccessPage>
  )
}

const scanDisabledReason = ({ can }: Differences) => (typeof can.look === 'string' ? can.look : undefined)

function Pages({ data, hrefOf }: { data: Differences & { items: Difference[] }; hrefOf: (page: number) => string }) {
  const { page, total } = data
  if (total <= size) return null
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {page > 1 && (
        <Button size="sm" href={hrefOf(page - 1)}>
          Previous
        </Button>
      )}
      {page * size < total && (
        <Button size="sm" href={hrefOf(page + 1)}>
          Next
        </Button>
      )}
    </nav>
  )
}
