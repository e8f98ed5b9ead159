import { getRouteApi } from '@tanstack/react-router'
import { Boxes, RotateCw, Search, Tag } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { call } from '../../../api/ask.ts'
import type { CallResult } from '../../../api/client.ts'
import { listResourceGroups, listResources } from '../../../api/queries.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { CloudTab } from '../insights/CloudTab.tsx'
import { GroupsUnmanaged } from '../insights/GroupsUnmanaged.tsx'
import { TagsDialog } from '../insights/TagsDialog.tsx'
import type { Taggable } from '../insights/tagsRules.ts'
import { useInsight } from '../insights/useInsight.ts'
import { resourceLabels } from './labels.ts'
import { type Resource, ResourceList } from './ResourceList.tsx'

type Account = CallResult<'getAccount'>

const route = getRouteApi('/accounts/$id')
const everywhere = 'all'
const nothing: readonly Resource[] = []

export function ResourcesTab({ account }: { account: Account }) {
  return (
    <CloudTab account={account} title={resourceLabels.hidden}>
      <GroupsUnmanaged account={account} />
      <Resources account={account} />
    </CloudTab>
  )
}

function Resources({ account }: { account: Account }) {
  const { q = '', group } = route.useSearch()
  const navigate = route.useNavigate()
  const asking = { params: { id: account.id }, query: { refresh: true } }
  const groups = useInsight(listResourceGroups(account.id), () => call('listResourceGroups', asking))
  const resources = useInsight(listResources(account.id), () => call('listResources', asking), groups.refresh)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [tagging, setTagging] = useState<readonly Taggable[]>()

  const all = resources.data?.items ?? nothing
  const groupList = groups.data?.items ?? []
  // Filtering thousands of rows must not delay typing.
  const word = useDeferredValue(q).toLocaleLowerCase()
  const shown = useMemo(() => all.filter((one) => fits(one, word, group)), [all, word, group])
  const sizes = useMemo(() => Map.groupBy(all, ({ resourceGroup }) => resourceGroup?.toLowerCase() ?? ''), [all])
  const change = (next: { q?: string | undefined; group?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false })

  if (resources.error && !resources.data) {
    return (
      <Panel>
        <Failed what="The resources" error={resources.error} onRetry={resources.refresh} />
      </Panel>
    )
  }
  const whyNot = reasonOf(account, 'update')
  const oneGroup = group && groupList.find(({ name }) => name.toLowerCase() === group.toLowerCase())
  const selected = all.filter(({ id }) => chosen.has(id))
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <TextField
          label={resourceLabels.search}
          hideLabel
          type="search"
          className="w-full sm:w-72"
          prefix={<Search size={15} aria-hidden />}
          placeholder="Search by name, type or location"
          value={q}
          onChange={(event) => change({ q: event.target.value || undefined })}
        />
        <Select
          label="Resource group"
          hideLabel
          className="w-full sm:w-72"
          value={group ?? everywhere}
          onChange={(value) => change({ group: value === everywhere ? undefined : value })}
          options={[
            { value: everywhere, label: groups.data ? `All ${count(groupList.length, 'resource group')}` : 'All resource groups' },
            ...groupList.map(({ name, location }) => ({
              value: name,
              label: name,
              hint: `${labelFor('region', location)} · ${count(sizes.get(name.toLowerCase())?.length ?? 0, 'resource')}`,
            })),
          ]}
        />
        {oneGroup && (
          <Button icon={Tag} disabledReason={whyNot} onClick={() => setTagging([oneGroup])}>
            Edit tags of this group
          </Button>
        )}
        <p className="flex items-center gap-2 text-sm text-ink-2 sm:ml-auto" aria-live="polite">
          {resources.data ? (
            <span>
              {shown.length === all.length
                ? count(all.length, 'resource')
                : `${formatNumber(shown.length)} of ${count(all.length, 'resource')}`}
              , updated <RelativeTime at={resources.data.fetchedAt} />
            </span>
          ) : (
            'Refreshing from Azure …'
          )}
          <Button size="sm" icon={RotateCw} loading={resources.asking} onClick={resources.refresh}>
            Refresh<span className="sr-only"> the resources</span>
          </Button>
        </p>
      </div>
      {!resources.data ? (
        <Panel>
          <SkeletonText lines={8} />
        </Panel>
      ) : shown.length > 0 ? (
        <ResourceList resources={shown} chosen={chosen} onChoose={(ids, take) => setChosen(choose(chosen, ids, take))} />
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
          aria-label="Selected resources"
          className="sticky bottom-2 z-10 flex flex-wrap items-center gap-2 rounded-md border border-line-mid bg-raised px-4 py-2 shadow-high"
        >
          <span className="flex-1 font-semibold text-accent tabular-nums" role="status">
            {formatNumber(selected.length)} selected
          </span>
          <Button size="sm" variant="quiet" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
          <Button size="sm" variant="primary" icon={Tag} disabledReason={whyNot} onClick={() => setTagging(selected)}>
            Edit tags
          </Button>
        </section>
      )}
      {tagging && <TagsDialog accountId={account.id} things={tagging} onOpenChange={(open) => !open && setTagging(undefined)} />}
    </>
  )
}

function fits({ name, type, location, resourceGroup }: Resource, word: string, group: string | undefined): boolean {
  if (group && resourceGroup?.toLowerCase() !== group.toLowerCase()) return false
  const place = location ? `${location} ${labelFor('region', location)}` : ''
  return word === '' || `${name} ${type} ${place}`.toLocaleLowerCase().includes(word)
}

function choose(chosen: ReadonlySet<string>, ids: readonly string[], take: boolean): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const id of ids) take ? next.add(id) : next.delete(id)
  return next
}
