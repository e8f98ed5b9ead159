import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FlaskConical, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { searchUserData } from '../../api/queries.ts'
import { getSandboxesAdvOptions, listSandboxesAdv } from '../../api/sandboxQueries.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../shared/Failed.tsx'
import { type ListSearch, sortOf, sortText } from '../../shared/listSearch.ts'
import { knows, readRsql, writeRsql } from '../../shared/rsql.ts'
import { useTableView } from '../../shared/useTableView.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { noFilter } from '../../ui/filterTypes.ts'
import { PropertyFilter } from '../../ui/PropertyFilter.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { SandboxesFrame } from './SandboxesFrame.tsx'
import { sandboxColumns } from './sandboxColumns.tsx'
import { sandboxesQuery } from './sandboxesQuery.ts'
import { sandboxFields } from './sandboxFields.ts'

const route = getRouteApi('/sandboxes/all')

/** Every sandbox: filtered, searched, sorted and paged by the server, with the address saying how. */
export function AllPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const list = useQuery(listSandboxesAdv(sandboxesQuery(search)))
  const { filter: conditions, search: text } = sandboxesQuery(search)
  // Counts follow the filter, and what is chosen already; they may be a moment old.
  const options = useQuery({
    ...getSandboxesAdvOptions({ ...(conditions && { filter: conditions }), ...(text && { search: text }) }),
    staleTime: 60_000,
  }).data
  const [view, setView] = useTableView('sandboxes')
  const read = useMemo(() => readRsql(search.filter), [search.filter])
  const owners = read?.tokens.filter(({ field }) => field === 'owner').flatMap(({ values }) => values) ?? []
  const people = useQueries({ queries: owners.map((id) => searchUserData(id)) }).flatMap(({ data }) => data ?? [])
  const names = people.map(({ id, displayName }) => `${id} ${displayName}`).join('\n')
  const fields = useMemo(() => {
    const byId = new Map(names.split('\n').map((line) => [line.slice(0, 36), line.slice(37)]))
    return sandboxFields(options?.fields ?? [], client, (id) => byId.get(id))
  }, [options, client, names])
  const sortableNames = options?.fields
    .filter((field) => field.sortable)
    .map(({ name }) => name)
    .join()
  const columns = useMemo(() => sandboxColumns(new Set(sortableNames?.split(','))), [sortableNames])
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true, resetScroll: false })
  const filter = read ? { join: read.join, tokens: read.tokens, text: search.q ?? '' } : { ...noFilter, text: search.q ?? '' }
  const plain = read !== undefined && (!options || knows(fields, read.tokens))
  const { page = 1, size = 25 } = search
  return (
    <SandboxesFrame part="all" description="Every sandbox of the company, with who answers for it and how long it lives.">
      <DataTable
        label="Sandboxes"
        columns={columns}
        view={view}
        onView={setView}
        rows={list.data?.items}
        rowId={(row) => row.id}
        sort={search.sort ? sortOf(search.sort) : search.q ? [] : [{ id: 'name', desc: false }]}
        onSort={(sort) => change({ sort: sortText(sort) })}
        page={{ page, size, total: list.data?.total ?? 0, ...(list.data?.totalIsCapped && { atLeast: true }) }}
        onPage={(to) => change({ page: to.page > 1 ? to.page : undefined, size: to.size === 25 ? undefined : to.size })}
        stale={list.isPlaceholderData}
        filter={
          plain ? (
            <PropertyFilter
              label="Filter sandboxes"
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
          )
        }
        error={list.error && !list.data ? <Failed what="The sandboxes" error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          search.filter !== undefined || search.q !== undefined ? (
            <EmptyState
              icon={SearchX}
              title="No sandbox fits"
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Clear the filter</Button>}
            >
              Take a condition away or use fewer words. Typing errors are forgiven.
            </EmptyState>
          ) : (
            <EmptyState
              icon={FlaskConical}
              title="No sandboxes yet"
              action={<Button href={paths.sandboxes()}>See what is on offer</Button>}
            />
          )
        }
      />
    </SandboxesFrame>
  )
}
