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
  { label: 'All messages' },
  { label: 'Still to leave', filter: 'status=in=(waiting,failed)' },
  { label: 'Did not arrive', filter: 'status=in=(givenUp,suppressed)' },
]

export function DeliveriesTab() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listDeliveries(listQuery(search)))
  const topics = useQuery(listNotificationChannels()).data?.topics
  const options = useQuery({ ...getDeliveryOptions(conditionsOf(search)), staleTime: 60_000 }).data
  const again = useCall('redeliverNotification', ['delivery', 'channel'])
  const [view, setView] = useTableView('deliveries')
  const words = useMemo(() => deliveryFields(topics ?? []), [topics])
  const fields = useFilterFields(options?.fields, search.filter, words)
  const columns = useMemo(
    () =>
      deliveryColumns(({ id }) =>
        again.mutate(
          { params: { id } },
          { onSuccess: () => toast.ok('It is sent again'), onError: (error) => toast.bad(problemOf(error).message) },
        ),
      ),
    [again.mutate],
  )
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true, resetScroll: false })
  return (
    <DataTable
      label="Deliveries"
      columns={columns}
      view={view}
      onView={setView}
      rowId={(row) => row.id}
      rowLabel={(row) => row.title}
      {...listTable('The log', list, search, newest, change)}
      filter={
        <ListFilter label="Filter messages" search={search} fields={fields} onChange={change}>
          <FilterPreset label="Which messages" presets={presets} filter={search.filter} onChange={(filter) => change({ filter })} />
        </ListFilter>
      }
      empty={
        search.filter || search.q ? (
          <EmptyState
            icon={SearchX}
            title="Nothing fits"
            action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Show it all</Button>}
          >
            Take a condition away or use fewer words.
          </EmptyState>
        ) : (
          <EmptyState icon={ScrollText} title="Nothing has left yet">
            As soon as something happens that people or channels are to hear of, it stands here.
          </EmptyState>
        )
      }
    />
  )
}
