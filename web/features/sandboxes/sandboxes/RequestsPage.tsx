import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BadgeCheck, FileClock, SearchX } from 'lucide-react'
import { getMe } from '../../../api/queries.ts'
import { listSandboxRequests, listSandboxRequestsICanApprove } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { FilterPreset } from '../../../shared/FilterPreset.tsx'
import { listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { useTableView } from '../../../shared/useTableView.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { SandboxesFrame } from './SandboxesFrame.tsx'
import { SandboxRequestStatus } from './SandboxRequestStatus.tsx'
import type { SandboxRequestSummary } from './types.ts'
import { spanWords } from './words.ts'

const route = getRouteApi('/sandboxes/requests')
const newest = '-createdAt'

const columns: Column<SandboxRequestSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    fixed: true,
    sortable: true,
    width: 180,
    cell: (row) => (
      <Link look="name" href={paths.sandboxRequest(row.id)}>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    sortable: true,
    width: 142,
    firm: true,
    cell: (row) => row.reference,
  },
  {
    id: 'kind',
    header: 'Asks for',
    sortable: true,
    width: 106,
    firm: true,
    cell: (row) => (row.kind === 'extension' ? 'More of it' : 'A new one'),
  },
  { id: 'status', header: 'Where it stands', sortable: true, width: 250, cell: (row) => <SandboxRequestStatus request={row} /> },
  { id: 'requester', header: 'Asked by', width: 165, cell: (row) => <PersonChip person={row.requester} /> },
  { id: 'template', header: 'Template', width: 150, cell: (row) => row.template.name },
  { id: 'hours', header: 'For', width: 84, firm: true, cell: (row) => (row.hours > 0 ? spanWords(row.hours) : '–') },
  { id: 'budget', header: 'Budget', align: 'end', width: 104, firm: true, cell: (row) => <Money value={row.budget} /> },
  { id: 'createdAt', header: 'Asked', sortable: true, width: 126, firm: true, cell: (row) => <RelativeTime at={row.submittedAt} /> },
]
/** Whose requests they are is plain where they are one's own. */
const mineColumns = columns.filter(({ id }) => id !== 'requester')

const whose = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All I may see' },
]
const states = [
  { label: 'In any state' },
  { label: 'Not decided yet', filter: 'status=in=(pending_approval,changes_requested)' },
  { label: 'Approved', filter: 'status==approved' },
  { label: 'Rejected', filter: 'status==rejected' },
  { label: 'Expired or taken back', filter: 'status=in=(expired,cancelled)' },
]

/** Requests for sandboxes and for more of one: one's own, or all that one may see. */
export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const me = useQuery(getMe()).data
  const toDecide = useQuery(listSandboxRequestsICanApprove()).data?.length ?? 0
  const all = search.show === 'all'
  const [view, setView] = useTableView('sandbox-requests')
  // By time, whatever is looked for.
  const asked = { ...search, sort: search.sort ?? newest }
  const filter = [search.filter, !all && me && `requester==${me.id}`].filter(Boolean).join(';')
  const list = useQuery({
    ...listSandboxRequests(listQuery({ ...asked, filter })),
    enabled: me !== undefined,
  })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true, resetScroll: false })
  return (
    <SandboxesFrame part="requests" description="What was asked for, who decides, and what has become of it.">
      <DataTable
        label="Requests for sandboxes"
        columns={all ? columns : mineColumns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        {...listTable('The requests', list, asked, newest, change)}
        filter={
          <div className="flex flex-wrap gap-2">
            <Select
              label="Whose requests"
              hideLabel
              className="w-40"
              options={whose}
              value={all ? 'all' : 'mine'}
              onChange={(value) => change({ show: value === 'all' ? 'all' : undefined })}
            />
            <FilterPreset
              label="State"
              className="w-48"
              presets={states}
              filter={search.filter}
              onChange={(filter) => change({ filter })}
            />
            <SearchBox
              label="Find a request"
              placeholder="Name or reference"
              className="w-full sm:w-56"
              text={search.q ?? ''}
              onSearch={(q) => change({ q: q || undefined })}
            />
            {toDecide > 0 && (
              <Button icon={BadgeCheck} href={paths.approvals()}>
                {count(toDecide, 'request waits', 'requests wait')} for you
              </Button>
            )}
          </div>
        }
        empty={
          search.q || search.filter ? (
            <EmptyState
              icon={SearchX}
              title="No request fits"
              action={<Button onClick={() => change({ q: undefined, filter: undefined })}>Show them all</Button>}
            >
              Try another word or state.
            </EmptyState>
          ) : (
            <EmptyState
              icon={FileClock}
              title={all ? 'No requests yet' : 'You have not asked for a sandbox yet'}
              action={<Button href={paths.sandboxes()}>See what is on offer</Button>}
            >
              Ask for a sandbox, and follow it here until it is ready.
            </EmptyState>
          )
        }
      />
    </SandboxesFrame>
  )
}
