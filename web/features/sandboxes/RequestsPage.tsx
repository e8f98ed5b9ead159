import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BadgeCheck, FileClock, Search, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getMe } from '../../api/queries.ts'
import { listSandboxRequests, listSandboxRequestsICanApprove } from '../../api/sandboxQueries.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../shared/Failed.tsx'
import { sortOf, sortText } from '../../shared/listSearch.ts'
import { useGo } from '../../shared/useGo.ts'
import { useTableView } from '../../shared/useTableView.ts'
import { count } from '../../shared/waits.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { PersonChip } from '../../ui/Person.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import type { Column } from '../../ui/tableTypes.ts'
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
    width: 220,
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
    width: 130,
    cell: (row) => <span className="tabular-nums">{row.reference}</span>,
  },
  { id: 'kind', header: 'Asks for', sortable: true, width: 130, cell: (row) => (row.kind === 'extension' ? 'More of it' : 'A new one') },
  { id: 'status', header: 'Where it stands', sortable: true, width: 280, cell: (row) => <SandboxRequestStatus request={row} /> },
  { id: 'requester', header: 'Asked by', width: 170, cell: (row) => <PersonChip person={row.requester} /> },
  { id: 'template', header: 'Template', width: 160, cell: (row) => row.template.name },
  { id: 'hours', header: 'For', width: 110, cell: (row) => (row.hours > 0 ? spanWords(row.hours) : '–') },
  { id: 'budget', header: 'Budget', align: 'end', width: 100, cell: (row) => <Money value={row.budget} /> },
  { id: 'createdAt', header: 'Asked', sortable: true, width: 130, cell: (row) => <RelativeTime at={row.submittedAt} /> },
]
/** Whose requests they are is plain where they are one's own. */
const mineColumns = columns.filter(({ id }) => id !== 'requester')

const whose = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All I may see' },
]
const statuses = [
  { value: 'any', label: 'In any state' },
  { value: 'status=in=(pending_approval,changes_requested)', label: 'Not decided yet' },
  { value: 'status==approved', label: 'Approved' },
  { value: 'status==rejected', label: 'Rejected' },
  { value: 'status=in=(expired,cancelled)', label: 'Expired or taken back' },
]

/** Requests for sandboxes and for more of one: one's own, or all that one may see. */
export function RequestsPage() {
  const go = useGo()
  const search = route.useSearch()
  const me = useQuery(getMe()).data
  const toDecide = useQuery(listSandboxRequestsICanApprove()).data?.length ?? 0
  const all = search.show === 'all'
  const [view, setView] = useTableView('sandbox-requests')
  const filter = [search.filter, !all && me && `requester==${me.id}`].filter(Boolean).join(';')
  const list = useQuery({
    ...listSandboxRequests({
      page: search.page ?? 1,
      size: search.size ?? 25,
      sort: search.sort ?? newest,
      ...(filter && { filter }),
      ...(search.q && { search: search.q }),
    }),
    enabled: me !== undefined,
  })
  const to = (change: Partial<typeof search>) => go(paths.sandboxRequests({ ...search, page: undefined, ...change }), { replace: true })
  return (
    <SandboxesFrame part="requests" description="What was asked for, who decides, and what has become of it.">
      <DataTable
        label="Requests for sandboxes"
        columns={all ? columns : mineColumns}
        view={view}
        onView={setView}
        rows={list.data?.items}
        rowId={(row) => row.id}
        sort={sortOf(search.sort ?? newest)}
        onSort={(sort) => to({ sort: sortText(sort) })}
        page={list.data && { page: list.data.page, size: list.data.size, total: list.data.total, atLeast: list.data.totalIsCapped }}
        onPage={({ page, size }) => to({ page, size })}
        stale={list.isPlaceholderData}
        filter={
          <div className="flex flex-wrap gap-2">
            <Select
              label="Whose requests"
              hideLabel
              className="w-40"
              options={whose}
              value={all ? 'all' : 'mine'}
              onChange={(value) => to({ show: value === 'all' ? 'all' : undefined })}
            />
            <Select
              label="State"
              hideLabel
              className="w-48"
              options={statuses}
              value={search.filter ?? 'any'}
              onChange={(value) => to({ filter: value === 'any' ? undefined : value })}
            />
            <SearchBox key={search.q ?? ''} text={search.q ?? ''} onSearch={(q) => to({ q: q || undefined })} />
            {toDecide > 0 && (
              <Button icon={BadgeCheck} href={paths.approvals()}>
                {count(toDecide, 'request waits', 'requests wait')} for you
              </Button>
            )}
          </div>
        }
        error={list.error && !list.data ? <Failed what="The requests" error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          search.q || search.filter ? (
            <EmptyState
              icon={SearchX}
              title="No request fits"
              action={<Button onClick={() => to({ q: undefined, filter: undefined })}>Show them all</Button>}
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

const pauseMs = 250

function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => onSearch(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <TextField
      label="Find a request"
      hideLabel
      optional
      type="search"
      placeholder="Name or reference"
      prefix={<Search size={15} aria-hidden />}
      className="w-full sm:w-56"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
