import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BadgeCheck, FileClock, Search, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { getAccessRequestsAdvOptions, listAccessRequestsAdv, listOwnerPendingAccessRequests } from '../../api/accessQueries.ts'
import { getMe, searchUserData } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../shared/Failed.tsx'
import { type ListSearch, sortOf, sortText } from '../../shared/listSearch.ts'
import { knows, readRsql, writeRsql } from '../../shared/rsql.ts'
import { useTableView } from '../../shared/useTableView.ts'
import { count } from '../../shared/waits.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { noFilter } from '../../ui/filterTypes.ts'
import { PropertyFilter } from '../../ui/PropertyFilter.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { AccessPage } from './AccessPage.tsx'
import { accessFields } from './accessFields.ts'
import { accessRequestColumns } from './accessRequestColumns.tsx'
import { accessRequestsQuery } from './accessRequestsQuery.ts'

const route = getRouteApi('/access/requests')
const newest = '-createdAt'
const undecided = 'status=in=(pending_approval,changes_requested)'

/** Requests for access: one's own, those for one's accounts, and those one decides. */
export function AccessRequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const me = useQuery(getMe()).data
  const list = useQuery(listAccessRequestsAdv(accessRequestsQuery(search)))
  const waiting = useQuery(listOwnerPendingAccessRequests()).data?.length ?? 0
  const { filter: conditions, search: text } = accessRequestsQuery(search)
  const options = useQuery({
    ...getAccessRequestsAdvOptions({ ...(conditions && { filter: conditions }), ...(text && { search: text }) }),
    staleTime: 60_000,
  }).data
  const [view, setView] = useTableView('access-requests')
  const read = useMemo(() => readRsql(search.filter), [search.filter])
  const people = read?.tokens.filter(({ field }) => field === 'requester').flatMap(({ values }) => values) ?? []
  const found = useQueries({ queries: people.map((id) => searchUserData(id)) }).flatMap(({ data }) => data ?? [])
  const names = found.map(({ id, displayName }) => `${id} ${displayName}`).join('\n')
  const fields = useMemo(() => {
    const byId = new Map(names.split('\n').map((line) => [line.slice(0, 36), line.slice(37)]))
    const used = new Set(read?.tokens.map(({ field }) => field))
    return accessFields(options?.fields ?? [], client, used, (id) => byId.get(id))
  }, [options, client, read, names])
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true, resetScroll: false })
  const mine = me && `requester==${me.id}`
  const which = search.filter === undefined ? 'all' : search.filter === mine ? 'mine' : search.filter === undecided ? 'undecided' : 'other'
  const show: Record<string, string | undefined> = { all: undefined, mine, undecided }
  const filter = read ? { join: read.join, tokens: read.tokens, text: search.q ?? '' } : { ...noFilter, text: search.q ?? '' }
  const plain = read !== undefined && (!options || knows(fields, read.tokens))
  const narrowed = Boolean(search.filter || search.q)
  const { page = 1, size = 25 } = search
  return (
    <AccessPage
      part="requests"
      description="Your own requests, those for accounts you own, and those you decide."
      actions={
        <>
          {waiting > 0 && (
            <Button icon={BadgeCheck} href={paths.approvals()}>
              {count(waiting, 'request waits', 'requests wait')} for you
            </Button>
          )}
          <Button variant="primary" icon={Search} href={paths.findAccess()}>
            Find access
          </Button>
        </>
      }
    >
      <DataTable
        label="Requests for access"
        columns={accessRequestColumns}
        view={view}
        onView={setView}
        rows={list.data?.items}
        rowId={(row) => row.id}
        sort={search.sort ? sortOf(search.sort) : search.q ? [] : sortOf(newest)}
        onSort={(sort) => change({ sort: sortText(sort) })}
        page={{ page, size, total: list.data?.total ?? 0, ...(list.data?.totalIsCapped && { atLeast: true }) }}
        onPage={(to) => change({ page: to.page > 1 ? to.page : undefined, size: to.size === 25 ? undefined : to.size })}
        stale={list.isPlaceholderData}
        filter={
          <div className="flex flex-wrap items-start gap-2">
            <Select
              label="Which requests"
              hideLabel
              className="w-44"
              options={[
                { value: 'all', label: 'All I may see' },
                { value: 'mine', label: 'My own' },
                { value: 'undecided', label: 'Not decided yet' },
                ...(which === 'other' ? [{ value: 'other', label: 'As filtered' }] : []),
              ]}
              value={which}
              onChange={(next) => next !== 'other' && change({ filter: show[next] })}
            />
            <div className="min-w-48 flex-1 basis-64">
              {plain ? (
                <PropertyFilter
                  label="Filter requests"
                  fields={fields}
                  value={filter}
                  onChange={(next) => change({ filter: writeRsql(next), q: next.text || undefined })}
                />
              ) : (
                <p className="flex min-h-8 flex-wrap items-center gap-2">
                  <span className="text-ink-2">Filtered by the link you followed:</span>
                  <code className="rounded-sm bg-surface px-1 font-mono text-sm wrap-anywhere">{search.filter}</code>
                  <Button size="sm" onClick={() => change({ filter: undefined })}>
                    Clear
                  </Button>
                </p>
              )}
            </div>
          </div>
        }
        error={list.error && !list.data ? <Failed what="The requests" error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          narrowed ? (
            <EmptyState
              icon={SearchX}
              title="No request fits"
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Show them all</Button>}
            >
              Take a condition away or use fewer words.
            </EmptyState>
          ) : (
            <EmptyState
              icon={FileClock}
              title="No requests yet"
              action={
                <Button variant="primary" icon={Search} href={paths.findAccess()}>
                  Find access
                </Button>
              }
            >
              Ask for access, see who decides, and follow it here until you are in.
            </EmptyState>
          )
        }
      />
    </AccessPage>
  )
}
