import { FolderPlus, FolderSearch, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { listUnmanagedResourceGroups } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { GroupsAdoptDialog } from './GroupsAdoptDialog.tsx'
import { reasonLabels, type UnmanagedGroup, unmanagedLabels } from './groupLabels.ts'
import { InsightPanel } from './InsightPanel.tsx'
import { useInsight } from './useInsight.ts'
import { useShowAll } from './useShowAll.tsx'

const initialCount = 5

export function GroupsUnmanaged({ account }: { account: CallResult<'getAccount'> }) {
  const insight = useInsight(listUnmanagedResourceGroups(account.id), () =>
    call('listUnmanagedResourceGroups', { params: { id: account.id }, query: { refresh: true } }),
  )
  const [groupToAdopt, setGroupToAdopt] = useState<UnmanagedGroup>()
  return (
    <>
      <InsightPanel title={unmanagedLabels.title} what="unmanaged resource groups" icon={FolderSearch} insight={insight} lines={2} flush>
        {({ items, historyKnown }) =>
          items.length === 0 ? (
            <p className="flex items-center gap-2 px-4 py-3">
              <ShieldCheck size={16} aria-hidden className="text-ok" /> All resource groups are managed.
            </p>
          ) : (
            <>
              {!historyKnown && (
                <p className="border-b border-line px-4 py-2 text-sm text-ink-2">
                  Azure’s activity log isn’t available, so the creators are unknown.
                </p>
              )}
              <GroupRows items={items} onAdopt={setGroupToAdopt} />
            </>
          )
        }
      </InsightPanel>
      {groupToAdopt && (
        <GroupsAdoptDialog account={account} group={groupToAdopt} onOpenChange={(open) => !open && setGroupToAdopt(undefined)} />
      )}
    </>
  )
}

function GroupRows({ items, onAdopt }: { items: readonly UnmanagedGroup[]; onAdopt: (group: UnmanagedGroup) => void }) {
  const { visibleItems, showAllButton } = useShowAll(items, initialCount)
  return (
    <>
      <ul className="divide-y divide-line">
        {visibleItems.map((group) => (
          <li
            key={group.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)_auto]"
          >
            <span className="min-w-0">
              <span className="font-medium wrap-anywhere">{group.name}</span>
              <span className="block text-sm text-ink-2">
                {group.resources === null ? 'Not counted' : group.resources === 0 ? 'Empty' : count(group.resources, 'resource')} ·{' '}
                {labelFor('region', group.location)}
              </span>
            </span>
            <span className="order-last col-span-2 min-w-0 sm:order-none sm:col-span-1">
              <GroupReason group={group} />
            </span>
            <Button size="sm" icon={FolderPlus} disabledReason={reasonOf(group, 'adopt')} onClick={() => onAdopt(group)}>
              {unmanagedLabels.adopt}
              <span className="sr-only"> {group.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {showAllButton && <p className="border-t border-line px-2 py-1.5">{showAllButton}</p>}
    </>
  )
}

function GroupReason({ group: { origin, createdBy, createdAt } }: { group: UnmanagedGroup }) {
  const { tone, label, next } = reasonLabels[origin]
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-1.5">
        <Status tone={tone}>{label}</Status>
        {createdBy && (
          <span className="text-ink-2 wrap-anywhere">
            by {createdBy}
            {createdAt && (
              <>
                , <RelativeTime at={createdAt} />
              </>
            )}
          </span>
        )}
      </span>
      <span className="block text-sm text-ink-2">{next}</span>
    </>
  )
}
