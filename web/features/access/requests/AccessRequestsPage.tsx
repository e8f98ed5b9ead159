import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BadgeCheck, FileClock, Search, SearchX } from 'lucide-react'
import { getAccessRequestsAdvOptions, listAccessRequestsAdv, listOwnerPendingAccessRequests } from '../../../api/accessQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { FilterPreset } from '../../../shared/FilterPreset.tsx'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf, type ListSearch, listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { RequestsFrame } from '../../../shared/RequestsFrame.tsx'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { accessFields } from './accessFields.ts'
import { accessRequestColumns } from './accessRequestColumns.tsx'
import { accessRequestsLabels } from './myAccessLabels.ts'

const route = getRouteApi('/access/requests')
const newest = '-createdAt'

export function AccessRequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const currentUser = useQuery(getMe()).data
  const list = useQuery(listAccessRequestsAdv(listQuery(search)))
  const waitingCount = useQuery(listOwnerPendingAccessRequests()).data?.length ?? 0
  const options = useQuery({ ...getAccessRequestsAdvOptions(conditionsOf(search)), staleTime: 60_000 }).data
  const [view, setView] = useTableView('access-requests')
  const fields = useFilterFields(options?.fields, search.filter, accessFields)
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const presets = [
    { label: 'All requests' },
    ...(currentUser ? [{ label: 'My requests', filter: `requester==${currentUser.id}` }] : []),
    { label: 'Pending', filter: 'status=in=(pending_approval,changes_requested)' },
  ]
  const isFiltered = Boolean(search.filter || search.q)
  return (
    <RequestsFrame
      part="access"
      description="Your requests, requests for your accounts and requests that you can approve."
      actions={
        <>
          {waitingCount > 0 && (
            <Button icon={BadgeCheck} href={paths.approvals()}>
              Review {count(waitingCount, 'request')}
            </Button>
          )}
          <Button variant="primary" icon={Search} href={paths.findAccess()}>
            Find access
          </Button>
        </>
      }
    >
      <DataTable
        label="Access requests"
        columns={accessRequestColumns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        {...listTable('the access requests', list, search, newest, change)}
        filter={
          <ListFilter label="Filter requests" search={search} fields={fields} onChange={change}>
            <FilterPreset label="Requests to show" presets={presets} filter={search.filter} onChange={(filter) => change({ filter })} />
          </ListFilter>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={accessRequestsLabels.none}
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>{accessRequestsLabels.clear}</Button>}
            >
              Remove a filter or try a shorter search.
            </EmptyState>
          ) : (
            <EmptyState icon={FileClock} title="No requests yet">
              Your access requests and their approvals appear here.
            </EmptyState>
          )
        }
      />
    </RequestsFrame>
  )
}
