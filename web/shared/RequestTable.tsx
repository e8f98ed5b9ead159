import type { UseQueryResult } from '@tanstack/react-query'
import { FileClock, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Link } from '../ui/Link.tsx'
import { PersonChip } from '../ui/Person.tsx'
import { EmptyState } from '../ui/States.tsx'
import { RelativeTime } from '../ui/Time.tsx'
import type { ListColumn } from '../ui/tableTypes.ts'
import { FilterPreset } from './FilterPreset.tsx'
import { FilterRow } from './FilterRow.tsx'
import { type ListSearch, pagedQuery } from './listSearch.ts'
import { listTable } from './listTable.tsx'
import { RequestStatus } from './RequestStatus.tsx'
import type { StatusOf } from './requestStatus.ts'
import { requestTableLabels } from './requestTableLabels.ts'
import type { PersonRef } from './requestTypes.ts'
import { SearchBox } from './SearchBox.tsx'
import { useTableView } from './useTableView.ts'

const newest = '-createdAt'
const states = [
  { label: 'Any status' },
  { label: 'Pending approval', filter: 'status=in=(pending_approval,changes_requested)' },
  { label: 'Approved', filter: 'status==approved' },
  { label: 'Rejected', filter: 'status==rejected' },
  { label: 'Expired or withdrawn', filter: 'status=in=(expired,cancelled)' },
]

interface ListedRequest {
  id: string
  name: string
  reference: string
  requester: PersonRef
  createdAt: string
}

/** The columns of the kind, `ownItems`, are between the common columns. */
export function requestColumns<Row extends ListedRequest>(
  href: (id: string) => string,
  statusOf: StatusOf<Row>,
  nameWidth: number,
  ownColumns: readonly ListColumn<Row>[],
): ListColumn<Row>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      rowHeader: true,
      fixed: true,
      sortable: true,
      width: nameWidth,
      cell: (row) => (
        <Link variant="name" href={href(row.id)}>
          {row.name}
        </Link>
      ),
    },
    { id: 'reference', leaveOut: 1, header: 'Reference', sortable: true, width: 142, fixedWidth: true, cell: (row) => row.reference },
    {
      id: 'status',
      header: 'Status',
      sortable: true,
      width: 250,
      cell: (row) => <RequestStatus statusOf={statusOf} request={row} />,
    },
    { id: 'requester', leaveOut: 5, header: 'Requester', width: 170, cell: (row) => <PersonChip person={row.requester} /> },
    ...ownColumns,
    {
      id: 'createdAt',
      header: 'Requested',
      sortable: true,
      width: 126,
      fixedWidth: true,
      cell: (row) => <RelativeTime at={row.createdAt} />,
    },
  ]
}

const withDefaultSort = (search: ListSearch) => ({ ...search, sort: search.sort ?? newest })

export const requestQuery = (search: ListSearch) => pagedQuery(withDefaultSort(search))

interface RequestTableProps<Row extends ListedRequest> {
  label: string
  /** The key under which the person's columns are stored. */
  name: string
  columns: readonly ListColumn<Row>[]
  list: UseQueryResult<{ items: Row[]; total: number }>
  search: ListSearch
  onChange: (next: ListSearch) => void
  after?: ReactNode
  none: { title: string; text: string; action?: ReactNode }
}

export function RequestTable<Row extends ListedRequest>(props: RequestTableProps<Row>) {
  const { label, name, columns, list, search, onChange, after, none } = props
  const [view, setView] = useTableView(name)
  return (
    <DataTable
      label={label}
      columns={columns}
      view={view}
      onView={setView}
      rowId={(row) => row.id}
      {...listTable('the requests', list, withDefaultSort(search), newest, onChange)}
      filter={
        <FilterRow
          search={
            <SearchBox
              label={requestTableLabels.search}
              placeholder="Name or reference"
              className="w-full sm:w-72"
              text={search.q ?? ''}
              onSearch={(q) => onChange({ q: q || undefined })}
            />
          }
        >
          <FilterPreset
            label="Status"
            className="w-52 max-sm:flex-1"
            presets={states}
            filter={search.filter}
            onChange={(next) => onChange({ filter: next })}
          />
          {after}
        </FilterRow>
      }
      empty={
        search.q || search.filter ? (
          <EmptyState
            icon={SearchX}
            title="No matching requests"
            action={<Button onClick={() => onChange({ q: undefined, filter: undefined })}>{requestTableLabels.all}</Button>}
          >
            Try a shorter search or another status.
          </EmptyState>
        ) : (
          <EmptyState icon={FileClock} title={none.title} action={none.action}>
            {none.text}
          </EmptyState>
        )
      }
    />
  )
}
