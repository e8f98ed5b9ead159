import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FlaskConical, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { getSandboxesAdvOptions, listSandboxesAdv } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf, type ListSearch, listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { SandboxesFrame } from './SandboxesFrame.tsx'
import { sandboxColumns } from './sandboxColumns.tsx'
import { sandboxFields } from './sandboxFields.ts'

const route = getRouteApi('/sandboxes/all')

export function AllPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listSandboxesAdv(listQuery(search)))
  // Counts depend on the current filters and can be slightly outdated.
  const options = useQuery({ ...getSandboxesAdvOptions(conditionsOf(search)), staleTime: 60_000 }).data
  const [view, setView] = useTableView('sandboxes')
  const fields = useFilterFields(options?.fields, search.filter, sandboxFields)
  const sortableNames = options?.fields
    .filter((field) => field.sortable)
    .map(({ name }) => name)
    .join()
  const columns = useMemo(() => sandboxColumns(new Set(sortableNames?.split(','))), [sortableNames])
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  return (
    <SandboxesFrame part="all" description="All sandboxes of the company, with their owners and end dates.">
      <DataTable
        label="Sandboxes"
        columns={columns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        {...listTable('the sandboxes', list, search, 'name', change)}
        filter={<ListFilter label="Filter sandboxes" search={search} fields={fields} onChange={change} />}
        empty={
          search.filter !== undefined || search.q !== undefined ? (
            <EmptyState
              icon={SearchX}
              title="No matching sandboxes"
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Clear filters</Button>}
            >
              Remove a filter or try a shorter search. We also match close spellings.
            </EmptyState>
          ) : (
            <EmptyState icon={FlaskConical} title="No sandboxes yet" action={<Button href={paths.sandboxes()}>Browse templates</Button>} />
          )
        }
      />
    </SandboxesFrame>
  )
}
