import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Boxes, RotateCw, Search } from 'lucide-react'
import type { CallResult } from '../../api/client.ts'
import { listResourceGroups, listResources } from '../../api/queries.ts'
import { Failed } from '../../shared/Failed.tsx'
import { reasonOf } from '../../shared/reasonOf.ts'
import { count } from '../../shared/waits.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { SkeletonText } from '../../ui/Skeleton.tsx'
import { EmptyState, RefusedState } from '../../ui/States.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { ResourceList } from './ResourceList.tsx'

const route = getRouteApi('/accounts/$id')
const everywhere = 'all'

/** What is in an account, by type, as the cloud told it a moment ago. */
export function ResourcesTab({ account }: { account: CallResult<'getAccount'> }) {
  const { q = '', group } = route.useSearch()
  const navigate = route.useNavigate()
  const hidden = reasonOf(account, 'seeAll')
  const asked = { enabled: hidden === undefined && account.subscriptionId !== null }
  const resources = useQuery({ ...listResources(account.id), ...asked })
  const groups = useQuery({ ...listResourceGroups(account.id), ...asked })
  if (hidden) {
    return (
      <Panel>
        <RefusedState title="Its resources are not for everyone" reason={hidden} />
      </Panel>
    )
  }
  if (account.subscriptionId === null) {
    return (
      <Panel>
        <EmptyState icon={Boxes} title="There is no subscription yet">
          Resources appear here once the account has one.
        </EmptyState>
      </Panel>
    )
  }
  const error = resources.error ?? groups.error
  if (error && !(resources.data && groups.data)) {
    const again = () => void Promise.all([resources.refetch(), groups.refetch()])
    return (
      <Panel>
        <Failed what="The resources" error={error} onRetry={again} />
      </Panel>
    )
  }
  const all = resources.data?.items ?? []
  const places = groups.data?.items ?? []
  const word = q.toLocaleLowerCase()
  const shown = all.filter(
    (one) =>
      (!group || one.resourceGroup?.toLowerCase() === group.toLowerCase()) &&
      (word === '' || `${one.name} ${one.type} ${one.location}`.toLocaleLowerCase().includes(word)),
  )
  const change = (next: { q?: string | undefined; group?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false })
  const sizes = Map.groupBy(all, ({ resourceGroup }) => resourceGroup?.toLowerCase() ?? '')
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <TextField
          label="Find a resource"
          hideLabel
          type="search"
          className="w-full sm:w-72"
          prefix={<Search size={15} aria-hidden />}
          placeholder="Find by name, type or place"
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
            { value: everywhere, label: `All ${count(places.length, 'resource group')}` },
            ...places.map(({ name, location }) => ({
              value: name,
              label: name,
              hint: `${location} · ${count(sizes.get(name.toLowerCase())?.length ?? 0, 'resource')}`,
            })),
          ]}
        />
        <p className="flex items-center gap-2 text-sm text-ink-2 sm:ml-auto" aria-live="polite">
          {resources.data ? (
            <span>
              {shown.length === all.length ? count(all.length, 'resource') : `${shown.length} of ${count(all.length, 'resource')}`}, as
              Azure told it <RelativeTime at={resources.data.fetchedAt} />
            </span>
          ) : (
            'Asking Azure …'
          )}
          <Button
            size="sm"
            icon={RotateCw}
            loading={resources.isFetching || groups.isFetching}
            onClick={() => void Promise.all([resources.refetch(), groups.refetch()])}
          >
            Refresh
          </Button>
        </p>
      </div>
      {!resources.data || !groups.data ? (
        <Panel>
          <SkeletonText lines={8} />
        </Panel>
      ) : shown.length > 0 ? (
        <ResourceList resources={shown} />
      ) : (
        <Panel>
          {all.length === 0 ? (
            <EmptyState icon={Boxes} title="This account is empty">
              What is built in the subscription appears here within a minute.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Boxes}
              title="No resource fits"
              action={<Button onClick={() => change({ q: undefined, group: undefined })}>Show all</Button>}
            />
          )}
        </Panel>
      )}
    </div>
  )
}
