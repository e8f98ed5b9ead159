import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileClock, Plus, Search, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getMe, listAccountRequests } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../shared/Failed.tsx'
import { sortOf, sortText } from '../../shared/listSearch.ts'
import { RequestStatus } from '../../shared/RequestStatus.tsx'
import type { RequestSummary } from '../../shared/requestTypes.ts'
import { useGo } from '../../shared/useGo.ts'
import { useTableView } from '../../shared/useTableView.ts'
import { wordFor } from '../../shared/words.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { PersonChip } from '../../ui/Person.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import type { Column } from '../../ui/tableTypes.ts'

const route = getRouteApi('/requests')

const columns: Column<RequestSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    fixed: true,
    sortable: true,
    width: 240,
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
    width: 130,
    cell: (row) => <span className="tabular-nums">{row.reference}</span>,
  },
  { id: 'status', header: 'Where it stands', sortable: true, width: 320, cell: (row) => <RequestStatus request={row} /> },
  { id: 'requester', header: 'Asked by', width: 170, cell: (row) => <PersonChip person={row.requester} /> },
  { id: 'family', header: 'Family', width: 160, cell: (row) => row.family.name },
  { id: 'tower', header: 'Tower', width: 180, hidden: true, cell: (row) => row.tower.name },
  { id: 'environment', header: 'Environment', width: 150, cell: (row) => wordFor('environment', row.environment) },
  { id: 'budget', header: 'Budget', align: 'end', width: 110, cell: (row) => <Money value={row.budget} round /> },
  { id: 'createdAt', header: 'Asked', sortable: true, width: 160, cell: (row) => <RelativeTime at={row.submittedAt} /> },
]

/** Whose requests they are is plain where they are one's own. */
const mineColumns = columns.filter((column) => column.id !== 'requester')

const statuses = [
  { value: 'any', label: 'In any state' },
  { value: 'status=in=(pending_approval,changes_requested)', label: 'Not decided yet' },
  { value: 'status==approved', label: 'Approved' },
  { value: 'status==rejected', label: 'Rejected' },
  { value: 'status=in=(expired,cancelled)', label: 'Expired or taken back' },
]

/** Requests of one's own, or all that one may see. */
export function RequestsPage() {
  const go = useGo()
  const search = route.useSearch()
  const me = useQuery(getMe()).data
  const all = search.show === 'all'
  const [view, setView] = useTableView('requests')
  const filter = [search.filter, !all && me && `requester==${me.id}`].filter(Boolean).join(';')
  const list = useQuery({
    ...listAccountRequests({
      page: search.page ?? 1,
      size: search.size ?? 25,
      sort: search.sort ?? '-createdAt',
      ...(filter && { filter }),
      ...(search.q && { search: search.q }),
    }),
    enabled: me !== undefined,
  })
  const to = (change: Partial<typeof search>) => go(paths.requestsList({ ...search, page: undefined, ...change }), { replace: true })
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
        rows={list.data?.items}
        rowId={(row) => row.id}
        sort={sortOf(search.sort ?? '-createdAt')}
        onSort={(sort) => to({ sort: sortText(sort) })}
        page={list.data && { page: list.data.page, size: list.data.size, total: list.data.total, atLeast: list.data.totalIsCapped }}
        onPage={({ page, size }) => to({ page, size })}
        stale={list.isPlaceholderData}
        filter={
          <div className="flex flex-wrap gap-2">
            <SearchBox key={search.q ?? ''} text={search.q ?? ''} onSearch={(q) => to({ q: q || undefined })} />
            <Select
              label="State"
              hideLabel
              className="w-52"
              options={statuses}
              value={search.filter ?? 'any'}
              onChange={(value) => to({ filter: value === 'any' ? undefined : value })}
            />
          </div>
        }
        error={list.error && !list.data ? <Failed what="The requests" error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          narrowed ? (
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
              title={all ? 'No requests yet' : 'You have not asked for anything yet'}
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
      className="w-full sm:w-72"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
