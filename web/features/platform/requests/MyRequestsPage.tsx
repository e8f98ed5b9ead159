import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileClock, SearchX } from 'lucide-react'
import { listMyRequests } from '../../../api/me.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { FilterRow } from '../../../shared/FilterRow.tsx'
import { listTable } from '../../../shared/listTable.tsx'
import { RequestsFrame } from '../../../shared/RequestsFrame.tsx'
import { requestTableLabels } from '../../../shared/requestTableLabels.ts'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { myRequestColumns } from './myRequestColumns.tsx'
import { kindLabels, myRequestsLabels, type RequestKind, type StateFilter, stateFilters } from './requestLabels.ts'
import { type RequestsSearch, requestsQuery } from './requestsSearch.ts'

const route = getRouteApi('/requests')
const newest = '-createdAt'
const anyValue = 'any'
const kindOptions = [
  { value: anyValue, label: myRequestsLabels.anyKind },
  ...Object.entries(kindLabels).map(([value, label]) => ({ value, label })),
]
const stateOptions = [
  { value: anyValue, label: myRequestsLabels.anyState },
  ...Object.entries(stateFilters).map(([value, { label }]) => ({ value, label })),
]

export function MyRequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const me = useQuery(getMe()).data
  const list = useQuery(listMyRequests(requestsQuery(search)))
  const [view, setView] = useTableView('my-requests')
  const change = (next: Partial<RequestsSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const isFiltered = Boolean(search.kind || search.state || search.q)
  return (
    <RequestsFrame part="mine" description="All your requests, with their approvers and status.">
      <DataTable
        label={myRequestsLabels.list}
        columns={myRequestColumns(me?.id)}
        view={view}
        onView={setView}
        rowId={({ id }) => id}
        {...listTable('your requests', list, search, newest, change)}
        filter={
          <FilterRow
            search={
              <SearchBox
                label={requestTableLabels.search}
                placeholder="Name or reference"
                className="w-full sm:w-72"
                text={search.q ?? ''}
                onSearch={(q) => change({ q: q || undefined })}
              />
            }
          >
            <Select
              label={myRequestsLabels.kind}
              hideLabel
              className="min-w-36 flex-1 sm:w-44 sm:flex-none"
              options={kindOptions}
              value={search.kind ?? anyValue}
              onChange={(kind) => change({ kind: kind === anyValue ? undefined : (kind as RequestKind) })}
            />
            <Select
              label={myRequestsLabels.state}
              hideLabel
              className="min-w-36 flex-1 sm:w-48 sm:flex-none"
              options={stateOptions}
              value={search.state ?? anyValue}
              onChange={(state) => change({ state: state === anyValue ? undefined : (state as StateFilter) })}
            />
          </FilterRow>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={myRequestsLabels.noMatch}
              action={<Button onClick={() => change({ kind: undefined, state: undefined, q: undefined })}>{requestTableLabels.all}</Button>}
            >
              Try a shorter search, or another kind or status.
            </EmptyState>
          ) : (
            <EmptyState icon={FileClock} title={myRequestsLabels.none} action={<Button href={paths.home()}>Go to home page</Button>}>
              Your requests and their progress appear here.
            </EmptyState>
          )
        }
      />
    </RequestsFrame>
  )
}
