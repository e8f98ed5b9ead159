import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Server } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { getAccountsAdvOptions, getMe, listAccountsAdv, listViews } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf, listQuery, type ViewSearch } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import type { TableView } from '../../../ui/tableTypes.ts'
import { viewLabels } from '../views/labels.ts'
import { useDefaultView } from '../views/useDefaultView.ts'
import { ViewPicker } from '../views/ViewPicker.tsx'
import { colsOf, tableViewOf } from '../views/viewAddress.ts'
import { accountColumns } from './accountColumns.tsx'
import { accountFields, budgetIn } from './accountFields.ts'
import { BulkActions } from './BulkActions.tsx'
import { ExportButton } from './ExportButton.tsx'
import { accountsLabels } from './labels.ts'

const RecordDialog = lazyComponent(() => import('./RecordDialog.tsx').then(({ RecordDialog }) => ({ default: RecordDialog })))

const route = getRouteApi('/accounts')
const minorUnits = 100

export function AccountsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const currentUser = useQuery(getMe()).data
  const list = useQuery(listAccountsAdv(listQuery(search)))
  // Counts depend on the current filters and can be slightly outdated.
  const options = useQuery({ ...getAccountsAdvOptions(conditionsOf(search)), staleTime: 60_000 }).data
  const [preferredView, setPreferredView] = useTableView('accounts')
  const view = useMemo(() => tableViewOf(search, preferredView), [search, preferredView])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isRecording, setIsRecording] = useState(false)

  const ownFilter = currentUser && `owner==${currentUser.id}`
  const showsOnlyMine = ownFilter !== undefined && search.filter === ownFilter
  const fields = useFilterFields(options?.fields, search.filter, accountFields)
  const sortableNames = options?.fields
    .filter((field) => field.sortable)
    .map(({ name }) => name)
    .join()
  const columns = useMemo(() => {
    const sortable = new Set(sortableNames?.split(','))
    return accountColumns(sortable, showsOnlyMine || sortable.has('budget'))
  }, [sortableNames, showsOnlyMine])

  const defaults = useQuery(listViews('accounts')).data?.views.find(({ isDefault }) => isDefault)
  const open = (next: ViewSearch) => {
    setSelected(new Set())
    void navigate({ search: next, resetScroll: false })
  }
  useDefaultView(search, defaults, (next) => void navigate({ search: next, replace: true, resetScroll: false }))
  const change = (next: Partial<ViewSearch>) => {
    if ('filter' in next || 'q' in next) setSelected(new Set())
    void navigate({
      // An empty URL would open the default view again, so this URL names the view.
      search: (previous) => ({ ...previous, page: undefined, ...next, view: next.view ?? previous.view ?? (defaults && 'all') }),
      replace: true,
      resetScroll: false,
    })
  }
  // A saved view contains its columns, so they are in its URL. Otherwise they are a personal preference.
  const isViewActive = search.cols !== undefined || (search.view !== undefined && search.view !== 'all')
  const onView = (next: TableView) => {
    if (!isViewActive) return setPreferredView(next)
    // Which columns stay in a narrow window is personal.
    setPreferredView({ ...preferredView, kept: next.kept ?? [] })
    change({ page: search.page, cols: colsOf(next, columns), density: next.density })
  }
  const isFiltered = search.filter !== undefined || search.q !== undefined
  const { page: _page, size: _size, ...exported } = listQuery(search)
  return (
    <Page
      title={accountsLabels.title}
      description={
        showsOnlyMine ? 'Accounts that you own. Owners decide who gets access.' : 'All cloud accounts of the company, with their owners.'
      }
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
            disabledReason={list.data?.total === 0 ? 'There are no accounts to export.' : undefined}
          />
          {currentUser?.roles.includes('admin') && <Button onClick={() => setIsRecording(true)}>{accountsLabels.addExisting}</Button>}
          <Suspense>{isRecording && <RecordDialog onOpenChange={setIsRecording} />}</Suspense>
          <Button variant="primary" icon={Plus} href={paths.requestAccount()}>
            Request account
          </Button>
        </>
      }
      tabs={
        <Tabs
          label={accountsLabels.title}
          current={showsOnlyMine ? 'mine' : 'all'}
          items={[
            { id: 'all', label: viewLabels.all, href: paths.accounts(defaults ? { view: 'all' } : {}) },
            { id: 'mine', label: viewLabels.mine, href: paths.accounts(ownFilter ? { filter: ownFilter } : {}) },
          ]}
        />
      }
    >
      <DataTable
        label={accountsLabels.title}
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        {...listTable('the accounts', list, search, 'name', change)}
        view={view}
        onView={onView}
        selected={selected}
        onSelect={setSelected}
        bulk={<BulkActions selected={selected} onSelect={setSelected} query={exported} total={list.data} />}
        filter={
          <ListFilter
            label={accountsLabels.filter}
            search={search}
            fields={fields}
            onChange={change}
            shown={(tokens) => budgetIn(tokens, 1 / minorUnits)}
            written={(tokens) => budgetIn(tokens, minorUnits)}
          >
            <ViewPicker
              search={search}
              unsaved={showsOnlyMine ? viewLabels.mine : isFiltered ? viewLabels.unsaved : undefined}
              onOpen={open}
            />
          </ListFilter>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={Server}
              title={showsOnlyMine && !search.q ? 'You don’t own any accounts yet' : 'No matching accounts'}
              action={
                (!showsOnlyMine || search.q) && <Button onClick={() => change({ filter: undefined, q: undefined })}>Clear filters</Button>
              }
            >
              {showsOnlyMine && !search.q
                ? 'Accounts that you request or own appear here.'
                : 'Remove a filter or try a shorter search. We also match close spellings.'}
            </EmptyState>
          ) : (
            <EmptyState icon={Server} title="No accounts yet" />
          )
        }
      />
    </Page>
  )
}
