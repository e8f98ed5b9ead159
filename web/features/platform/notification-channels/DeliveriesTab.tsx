import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { getDeliveryOptions, listDeliveries, listNotificationChannels } from '../../../api/notificationAdmin.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FilterPreset } from '../../../shared/FilterPreset.tsx'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf, type ListSearch, listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { deliveryColumns } from './deliveryColumns.tsx'
import { deliveryFields } from './deliveryFields.ts'

const route = getRouteApi('/admin/notifications')
const newest = '-createdAt'
const presets = [
  { label: 'All deliveries' },
  { label: 'Queued', filter: 'status=in=(waiting,failed)' },
  { label: 'Not delivered', filter: 'status=in=(givenUp,suppressed)' },
]

export function DeliveriesTab() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listDeliveries(listQuery(search)))
  const channels = useQuery(listNotificationChannels()).data
  const topics = channels?.topics
  const canResend = isAllowed(channels, 'create')
  const options = useQuery({ ...getDeliveryOptions(conditionsOf(search)), staleTime: 60_000 }).data
  const redeliver = useCall('redeliverNotification', ['delivery', 'channel'])
  const [view, setView] = useTableView('deliveries')
  const fieldText = useMemo(() => deliveryFields(topics ?? []), [topics])
  const fields = useFilterFields(options?.fields, search.filter, fieldText)
  const columns = useMemo(
    () =>
      deliveryColumns(
        canResend &&
          (({ id }) =>
            redeliver.mutate(
              { params: { id } },
              { onSuccess: () => toast.ok('Delivery queued again'), onError: (error) => toast.bad(problemOf(error).message) },
            )),
      ),
    [canResend, redeliver.mutate],
  )
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  return (
    <DataTable
      label="Deliveries"
      columns={columns}
      view={view}
      onView={setView}
      rowId={(row) => row.id}
      rowLabel={(row) => row.title}
      {...listTable('the deliveries', list, search, newest, change)}
      filter={
        <ListFilter label="Filter deliveries" search={search} fields={fields} onChange={change}>
          <FilterPreset label="Deliveries to show" presets={presets} filter={search.filter} onChange={(filter) => change({ filter })} />
        </ListFilter>
      }
      empty={
        search.filter || search.q ? (
          <EmptyState
            icon={SearchX}
            title="No matching deliveries"
            action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Clear filters</Button>}
          >
            Remove a filter or try a shorter search.
          </EmptyState>
        ) : (
          <EmptyState icon={ScrollText} title="No deliveries yet">
            Notifications appear here when they’re sent.
          </EmptyState>
        )
      }
    />
  )
}
