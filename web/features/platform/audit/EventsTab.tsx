import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText, SearchX } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { getAuditEventOptions, listAuditEvents } from '../../../api/auditQueries.ts'
import { paths } from '../../../paths.ts'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf, type ListSearch, listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { auditColumns } from './auditColumns.tsx'
import { auditFields } from './auditFields.ts'
import { eventLabels } from './auditLabels.ts'

const EventDrawer = lazyComponent(() => import('./EventDrawer.tsx').then(({ EventDrawer }) => ({ default: EventDrawer })))
const route = getRouteApi('/admin/audit')
const newest = '-at'

export function EventsTab() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listAuditEvents(listQuery(search)))
  const options = useQuery(getAuditEventOptions(conditionsOf(search))).data
  const [view, setView] = useTableView('audit')
  const fields = useFilterFields(options?.fields, search.filter, auditFields)
  const columns = useMemo(() => auditColumns((id) => paths.audit({ ...search, id })), [search])
  const change = (next: Partial<ListSearch> & { id?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const isFiltered = search.filter !== undefined || search.q !== undefined
  return (
    <>
      <DataTable
        label={eventLabels.events}
        columns={columns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        // A search keeps the order by time.
        {...listTable('the audit trail', list, { ...search, sort: search.sort ?? newest }, newest, change)}
        filter={<ListFilter label={eventLabels.filter} search={search} fields={fields} onChange={change} />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No matching events"
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Clear filters</Button>}
            >
              Remove a filter, or search by a full ID, an action, an outcome, or the name of a person, API key or record.
            </EmptyState>
          ) : (
            <EmptyState icon={ScrollText} title="No events yet">
              Changes and denied requests appear here.
            </EmptyState>
          )
        }
      />
      <Suspense>{search.id && <EventDrawer id={search.id} onClose={() => change({ page: search.page, id: undefined })} />}</Suspense>
    </>
  )
}
