import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileClock, Plus, SearchX } from 'lucide-react'
import { getMe, listAccountRequests } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { FilterPreset } from '../../../shared/FilterPreset.tsx'
import { listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import type { RequestSummary } from '../../../shared/requestTypes.ts'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { useTableView } from '../../../shared/useTableView.ts'
import { wordFor } from '../../../shared/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'

const route = getRouteApi('/requests')
const newest = '-createdAt'

const columns: Column<RequestSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    fixed: true,
    sortable: true,
    width: 290,
    cell: (row) => (
      <Link look="name" href={paths.request(row.id)}>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    sortable: true,
    width: 140,
    firm: true,
    cell: (row) => row.reference,
  },
  { id: 'status', header: 'Where it stands', sortable: true, width: 240, cell: (row) => <RequestStatus request={row} /> },
  { id: 'requester', header: 'Asked by', width: 175, cell: (row) => <PersonChip person={row.requester} /> },
  { id: 'family', header: 'Family', width: 160, cell: (row) => row.family.name },
  { id: 'tower', header: 'Tower', width: 180, hidden: true, cell: (row) => row.tower.name },
  { id: 'environment', header: 'Environment', width: 128, firm: true, cell: (row) => wordFor('environment', row.environment) },
  { id: 'budget', header: 'Budget', align: 'end', width: 95, firm: true, cell: (row) => <Money value={row.budget} round /> },
  { id: 'createdAt', header: 'Asked', sortable: true, width: 126, firm: true, cell: (row) => <RelativeTime at={row.submittedAt} /> },
]

/** Whose requests they are is plain where they are one's own. */
const mineColumns = columns.filter((column) => column.id !== 'requester')

const states = [
  { label: 'In any state' },
  { label: 'Not decided yet', filter: 'status=in=(pending_approval,changes_requested)' },
  { label: 'Approved', filter: 'status==approved' },
  { label: 'Rejected', filter: 'status==rejected' },
  { label: 'Expired or taken back', filter: 'status=in=(expired,cancelled)' },
]

/** Requests of one's own, or all that one may see. */
export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const me = useQuery(getMe()).data
  const all = search.show === 'all'
  const [view, setView] = useTableView('requests')
  // By time, whatever is looked for.
  const asked = { ...search, sort: search.sort ?? newest }
  const filter = [search.filter, !all && me && `requester==${me.id}`].filter(Boolean).join(';')
  const list = useQuery({
    ...listAccountRequests(listQuery({ ...asked, filter })),
    enabled: me !== undefined,
  })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true, resetScroll: false })
  const narrowed = Boolean(search.q || search.filter)
  return (
    <Page
      title="Requests"
      actions={
        <Button variant="primary" icon={Plus} href={paths.requestAccount()}>
          Request an account
        </Button>
      }
      tabs={
        <Tabs
          label="Whose requests"
          current={all ? 'all' : 'mine'}
          items={[
            { id: 'mine', label: 'Mine', href: paths.requests() },
            { id: 'all', label: 'All I may see', href: paths.requests('all') },
          ]}
        />
      }
    >
      <DataTable
        label="Requests"
        columns={all ? columns : mineColumns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        {...listTable('The requests', list, asked, newest, change)}
        filter={
          <div className="flex flex-wrap gap-2">
            <SearchBox
              label="Find a request"
              placeholder="Name or reference"
              className="w-full sm:w-72"
              text={search.q ?? ''}
              onSearch={(q) => change({ q: q || undefined })}
            />
            <FilterPreset
              label="State"
              className="w-52"
              presets={states}
              filter={search.filter}
              onChange={(filter) => change({ filter })}
            />
          </div>
        }
        empty={
          narrowed ? (
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
              title={all ? 'No requests yet' : 'You have not asked for an account yet'}
              action={
                <Button variant="primary" icon={Plus} href={paths.requestAccount()}>
                  Request an account
                </Button>
              }
            >
              Ask for an account, see who decides, and follow it here until it runs.
            </EmptyState>
          )
        }
      />
    </Page>
  )
}
