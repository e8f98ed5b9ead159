import { getRouteApi } from '@tanstack/react-router'
import { Boxes, RotateCw, Tag } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { listResourceGroups, listResources } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { CloudTab } from '../insights/CloudTab.tsx'
import { GroupsUnmanaged } from '../insights/GroupsUnmanaged.tsx'
import { insightLabels } from '../insights/labels.ts'
import { TagsDialog } from '../insights/TagsDialog.tsx'
import type { TaggableResource } from '../insights/tagsRules.ts'
import { useInsight } from '../insights/useInsight.ts'
import { accountTabLabels } from './labels.ts'
import { type Resource, ResourceList } from './ResourceList.tsx'

type Account = CallResult<'getAccount'>

const route = getRouteApi('/accounts/$id')
const allGroups = 'all'
const emptyValue: readonly Resource[] = []

export function ResourcesTab({ account }: { account: Account }) {
  return (
    <CloudTab account={account} title={accountTabLabels.resourcesHidden}>
      <GroupsUnmanaged account={account} />
      <Resources account={account} />
    </CloudTab>
  )
}

function Resources({ account }: { account: Account }) {
  const { q = '', group } = route.useSearch()
  const navigate = route.useNavigate()
  const refreshInput = { params: { id: account.id }, query: { refresh: true } }
  const groups = useInsight(listResourceGroups(account.id), () => call('listResourceGroups', refreshInput))
  const resources = useInsight(listResources(account.id), () => call('listResources', refreshInput), groups.refresh)
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [taggedResources, setTaggedResources] = useState<readonly TaggableResource[]>()

  const all = resources.data?.items ?? emptyValue
  const groupList = groups.data?.items ?? []
  const term = useDeferredValue(q).toLocaleLowerCase()
  const visibleResources = useMemo(() => all.filter((item) => matchesQuery(item, term, group)), [all, term, group])
  const sizes = useMemo(() => Map.groupBy(all, ({ resourceGroup }) => resourceGroup?.toLowerCase() ?? ''), [all])
  const change = (next: { q?: string | undefined; group?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace: true, resetScroll: false })

  if (resources.error && !resources.data) {
    return (
      <Panel>
        <LoadError subject="the resources" error={resources.error} onRetry={resources.refresh} />
      </Panel>
    )
  }
  const disabledReason = reasonOf(account, 'update')
  const oneGroup = group && groupList.find(({ name }) => name.toLowerCase() === group.toLowerCase())
  const selected = all.filter(({ id }) => selection.has(id))
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <SearchBox
          label={accountTabLabels.searchResources}
          className="w-full sm:w-72"
          placeholder="Search by name, type or location"
          text={q}
          onSearch={(text) => change({ q: text || undefined })}
        />
        <Select
          label="Resource group"
          hideLabel
          className="w-full sm:w-72"
          value={group ?? allGroups}
          onChange={(value) => change({ group: value === allGroups ? undefined : value })}
          options={[
            { value: allGroups, label: groups.data ? `All ${count(groupList.length, 'resource group')}` : 'All resource groups' },
            ...groupList.map(({ name, location }) => ({
              value: name,
              label: name,
              hint: `${labelFor('region', location)} · ${count(sizes.get(name.toLowerCase())?.length ?? 0, 'resource')}`,
            })),
          ]}
        />
        {oneGroup && (
          <Button icon={Tag} disabledReason={disabledReason} onClick={() => setTaggedResources([oneGroup])}>
            Edit tags of this group
          </Button>
        )}
        <p className="flex items-center gap-2 text-sm text-ink-2 sm:ml-auto" aria-live="polite">
          {resources.data ? (
            <span>
              {accountTabLabels.counted(visibleResources.length, all.length)}, updated <RelativeTime at={resources.data.fetchedAt} />
            </span>
          ) : (
            insightLabels.refreshing
          )}
          <Button size="sm" icon={RotateCw} loading={resources.isFetching} onClick={resources.refresh}>
            Refresh<span className="sr-only"> the resources</span>
          </Button>
        </p>
      </div>
      {!resources.data ? (
        <Panel>
          <SkeletonText lines={8} />
        </Panel>
      ) : visibleResources.length > 0 ? (
        <ResourceList
          resources={visibleResources}
          chosen={selection}
          onChoose={(ids, isSelected) => setSelection(select(selection, ids, isSelected))}
        />
      ) : (
        <Panel>
          {all.length === 0 ? (
            <EmptyState icon={Boxes} title="No resources">
              New resources in the subscription appear here within 1 minute.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Boxes}
              title="No matching resources"
              action={<Button onClick={() => change({ q: undefined, group: undefined })}>Show all resources</Button>}
            />
          )}
        </Panel>
      )}
      {selected.length > 0 && (
        <section
          aria-label={accountTabLabels.selectedResources}
          className="sticky bottom-2 z-10 flex flex-wrap items-center gap-2 rounded-md border border-line-mid bg-raised px-4 py-2 shadow-high"
        >
          <span className="flex-1 font-semibold text-accent tabular-nums" role="status">
            {formatNumber(selected.length)} selected
          </span>
          <Button size="sm" variant="quiet" onClick={() => setSelection(new Set())}>
            Clear
          </Button>
          <Button size="sm" variant="primary" icon={Tag} disabledReason={disabledReason} onClick={() => setTaggedResources(selected)}>
            {accountTabLabels.editTags}
          </Button>
        </section>
      )}
      {taggedResources && (
        <TagsDialog accountId={account.id} things={taggedResources} onOpenChange={(open) => !open && setTaggedResources(undefined)} />
      )}
    </>
  )
}

function matchesQuery({ name, type, location, resourceGroup }: Resource, term: string, group: string | undefined): boolean {
  if (group && resourceGroup?.toLowerCase() !== group.toLowerCase()) return false
  const place = location ? `${location} ${labelFor('region', location)}` : ''
  return term === '' || `${name} ${type} ${place}`.toLocaleLowerCase().includes(term)
}

function select(selection: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(selection)
  for (const id of ids) isSelected ? next.add(id) : next.delete(id)
  return next
}
