import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Server } from 'lucide-react'
import { useMemo } from 'react'
import { getAccountsAdvOptions, getMe, listAccountsAdv, searchUserData } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../shared/Failed.tsx'
import { type ListSearch, sortOf, sortText } from '../../shared/listSearch.ts'
import { knows, readRsql, writeRsql } from '../../shared/rsql.ts'
import { useTableView } from '../../shared/useTableView.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { FilterValue } from '../../ui/filterTypes.ts'
import { Page } from '../../ui/Page.tsx'
import { PropertyFilter } from '../../ui/PropertyFilter.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { accountColumns } from './accountColumns.tsx'
import { accountFields, budgetIn } from './accountFields.ts'
import { accountsQuery } from './accountsQuery.ts'

const route = getRouteApi('/accounts')
const minorUnits = 100

/** All accounts: filtered, searched, sorted and paged by the server, with the address saying how. */
export function AccountsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const me = useQuery(getMe()).data
  const list = useQuery(listAccountsAdv(accountsQuery(search)))
  const options = useQuery({ ...getAccountsAdvOptions(), staleTime: 300_000 }).data
  const [view, setView] = useTableView('accounts')

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
  const columns = useMemo(() => {
    const sortable = new Set(options?.fields.filter((field) => field.sortable).map(({ name }) => name))
    return accountColumns(sortable, onlyMine || sortable.has('budget'))
  }, [options, onlyMine])

  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true, resetScroll: false })
  const filter: FilterValue = read
    ? { join: read.join, tokens: budgetIn(read.tokens, 1 / minorUnits), text: search.q ?? '' }
    : { join: 'and', tokens: [], text: search.q ?? '' }
  const onFilter = (next: FilterValue) =>
    change({ filter: writeRsql({ ...next, tokens: budgetIn(next.tokens, minorUnits) }), q: next.text || undefined })
  const plain = read !== undefined && (!options || knows(fields, read.tokens))
  const filtered = search.filter !== undefined || search.q !== undefined
  const { page = 1, size = 25 } = search
  return (
    <Page
      title="Accounts"
      description="Every cloud account of Northgate, with who answers for it."
      actions={
        <Button variant="primary" icon={Plus} href={paths.requestAccount()}>
          Request an account
        </Button>
      }
      tabs={
        <Tabs
          label="Accounts"
          current={onlyMine ? 'mine' : 'all'}
          items={[
            { id: 'all', label: 'All accounts', href: paths.accounts() },
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
        onView={setView}
        filter={
          plain ? (
            <PropertyFilter label="Filter accounts" fields={fields} value={filter} onChange={onFilter} />
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
