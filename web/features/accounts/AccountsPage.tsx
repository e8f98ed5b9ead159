import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Server } from 'lucide-react'
import { useMemo, useState } from 'react'
import { getAccountsAdvOptions, getMe, listAccountsAdv, listViews, searchUserData } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../shared/Failed.tsx'
import { sortOf, sortText, type ViewSearch } from '../../shared/listSearch.ts'
import { knows, readRsql, writeRsql } from '../../shared/rsql.ts'
import { useTableView } from '../../shared/useTableView.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { FilterValue } from '../../ui/filterTypes.ts'
import { Page } from '../../ui/Page.tsx'
import { PropertyFilter } from '../../ui/PropertyFilter.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { TableView } from '../../ui/tableTypes.ts'
import { useUsualView } from '../views/useUsualView.ts'
import { ViewPicker } from '../views/ViewPicker.tsx'
import { colsOf, tableViewOf } from '../views/viewAddress.ts'
import { accountColumns } from './accountColumns.tsx'
import { accountFields, budgetIn } from './accountFields.ts'
import { accountsQuery } from './accountsQuery.ts'
import { BulkActions } from './BulkActions.tsx'
import { ExportButton } from './ExportButton.tsx'

const route = getRouteApi('/accounts')
const minorUnits = 100

/** All accounts: filtered, searched, sorted and paged by the server, with the address saying how. */
export function AccountsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const me = useQuery(getMe()).data
  const list = useQuery(listAccountsAdv(accountsQuery(search)))
  const { filter: conditions, search: text } = accountsQuery(search)
  // Counts follow the filter, and what is chosen already; they may be a moment old.
  const options = useQuery({
    ...getAccountsAdvOptions({ ...(conditions && { filter: conditions }), ...(text && { search: text }) }),
    staleTime: 60_000,
  }).data
  const [liked, setLiked] = useTableView('accounts')
  const view = useMemo(() => tableViewOf(search, liked), [search, liked])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())

  const mine = me && `owner==${me.id}`
  const onlyMine = mine !== undefined && search.filter === mine
  const read = useMemo(() => readRsql(search.filter), [search.filter])
  const owners = read?.tokens.filter(({ field }) => field === 'owner').flatMap(({ values }) => values) ?? []
  // A whole id finds its person.
  const people = useQueries({ queries: owners.map((id) => searchUserData(id)) }).flatMap(({ data }) => data ?? [])
  const names = people.map(({ id, displayName }) => `${id} ${displayName}`).join('\n')
  const fields = useMemo(() => {
    const byId = new Map(names.split('\n').map((line) => [line.slice(0, 36), line.slice(37)]))
    return accountFields(options?.fields ?? [], client, (id) => byId.get(id))
  }, [options, client, names])
  const sortableNames = options?.fields
    .filter((field) => field.sortable)
    .map(({ name }) => name)
    .join()
  const columns = useMemo(() => {
    const sortable = new Set(sortableNames?.split(','))
    return accountColumns(sortable, onlyMine || sortable.has('budget'))
  }, [sortableNames, onlyMine])

  const usual = useQuery(listViews('accounts')).data?.views.find(({ isDefault }) => isDefault)
  const open = (next: ViewSearch) => {
    setSelected(new Set())
    void navigate({ search: next, resetScroll: false })
  }
  useUsualView(search, usual, (next) => void navigate({ search: next, replace: true, resetScroll: false }))
  const change = (next: Partial<ViewSearch>) => {
    if ('filter' in next || 'q' in next) setSelected(new Set())
    void navigate({
      // An address that says nothing would open one's usual view again.
      search: (old) => ({ ...old, page: undefined, ...next, view: next.view ?? old.view ?? (usual && 'all') }),
      replace: true,
      resetScroll: false,
    })
  }
  // In a view the columns are part of what one sees, so that the address holds them; elsewhere they are one's own liking.
  const inView = search.cols !== undefined || (search.view !== undefined && search.view !== 'all')
  const onView = (next: TableView) =>
    inView ? change({ page: search.page, cols: colsOf(next, columns), density: next.density }) : setLiked(next)
  const filter: FilterValue = read
    ? { join: read.join, tokens: budgetIn(read.tokens, 1 / minorUnits), text: search.q ?? '' }
    : { join: 'and', tokens: [], text: search.q ?? '' }
  const onFilter = (next: FilterValue) =>
    change({ filter: writeRsql({ ...next, tokens: budgetIn(next.tokens, minorUnits) }), q: next.text || undefined })
  const plain = read !== undefined && (!options || knows(fields, read.tokens))
  const filtered = search.filter !== undefined || search.q !== undefined
  const { page = 1, size = 25 } = search
  const { page: _page, size: _size, ...exported } = accountsQuery(search)
  return (
    <Page
      title="Accounts"
      description="Every cloud account of Northgate, with who answers for it."
      actions={
        <>
          <ExportButton
            query={{
              ...exported,
              columns:
                colsOf(
                  {
                    shown: view.shown ?? columns.filter(({ hidden }) => !hidden).map(({ id }) => id),
                    ...(view.order && { order: view.order }),
                  },
                  columns,
                ) ?? '',
            }}
            disabledReason={list.data?.total === 0 ? 'There is nothing to export' : undefined}
          />
          <Button variant="primary" icon={Plus} href={paths.requestAccount()}>
            Request an account
          </Button>
        </>
      }
      tabs={
        <Tabs
          label="Accounts"
          current={onlyMine ? 'mine' : 'all'}
          items={[
            { id: 'all', label: 'All accounts', href: paths.accounts(usual ? { view: 'all' } : {}) },
            { id: 'mine', label: 'Mine', href: paths.accounts(mine ? { filter: mine } : {}) },
          ]}
        />
      }
    >
      <DataTable
        label="Accounts"
        columns={columns}
        rows={list.data?.items}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        // A search without an order of its own shows the best hits first.
        sort={search.sort ? sortOf(search.sort) : search.q ? [] : [{ id: 'name', desc: false }]}
        onSort={(sort) => change({ sort: sortText(sort) })}
        page={{ page, size, total: list.data?.total ?? 0, ...(list.data?.totalIsCapped && { atLeast: true }) }}
        onPage={(to) => change({ page: to.page > 1 ? to.page : undefined, size: to.size === 25 ? undefined : to.size })}
        view={view}
        onView={onView}
        selected={selected}
        onSelect={setSelected}
        bulk={<BulkActions selected={selected} onSelect={setSelected} query={exported} total={list.data} />}
        filter={
          <div className="flex flex-wrap items-start gap-2">
            <ViewPicker search={search} onOpen={open} />
            <div className="min-w-48 flex-1 basis-64">
              {plain ? (
                <PropertyFilter label="Filter accounts" fields={fields} value={filter} onChange={onFilter} />
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
        stale={list.isPlaceholderData}
        error={list.error && !list.data ? <Failed what="The accounts" error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          filtered ? (
            <EmptyState
              icon={Server}
              title={onlyMine && !search.q ? 'You own no account yet' : 'No account fits'}
              action={
                onlyMine && !search.q ? (
                  <Button href={paths.requestAccount()}>Request an account</Button>
                ) : (
                  <Button onClick={() => change({ filter: undefined, q: undefined })}>Clear the filter</Button>
                )
              }
            >
              {onlyMine && !search.q
                ? 'Accounts you are an owner of stand here.'
                : 'Take a condition away or use fewer words. Typing errors are forgiven.'}
            </EmptyState>
          ) : (
            <EmptyState icon={Server} title="No accounts yet" action={<Button href={paths.requestAccount()}>Request the first</Button>} />
          )
        }
      />
    </Page>
  )
}
