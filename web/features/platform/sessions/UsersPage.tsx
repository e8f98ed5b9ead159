import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LogOut, SearchX } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { listUsers } from '../../../api/adminQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { type ListSearch, listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { Trend } from '../../../shared/Trend.tsx'
import { useTableView } from '../../../shared/useTableView.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { userColumns } from './userColumns.tsx'

const UserDrawer = lazyComponent(() => import('./UserDrawer.tsx').then(({ UserDrawer }) => ({ default: UserDrawer })))
const EndEverySessionDialog = lazyComponent(() =>
  import('./EndEverySessionDialog.tsx').then(({ EndEverySessionDialog }) => ({ default: EndEverySessionDialog })),
)

const route = getRouteApi('/admin/users')

export function UsersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const { q, id } = search
  const list = useQuery({ ...listUsers(listQuery({ ...search, filter: undefined })), enabled: isResponsible === true })
  const [view, setView] = useTableView('users')
  const [isEndingAll, setIsEndingAll] = useState(false)
  const change = (next: Partial<ListSearch> & { id?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const columns = useMemo(() => userColumns((person) => paths.users({ ...search, id: person })), [search])
  if (currentUser && !isResponsible)
    return <AccessDeniedPage reason="Only administrators and auditors can see people and sessions." homeHref={paths.home()} />
  return (
    <Page
      title="People and sessions"
      description="People in the directory, their roles and their sessions."
      actions={
        currentUser?.roles.includes('admin') && (
          <Button icon={LogOut} onClick={() => setIsEndingAll(true)}>
            Sign everyone out
          </Button>
        )
      }
    >
      {isResponsible && <Trend name="signIns" />}
      <DataTable
        label="People"
        columns={columns}
        view={view}
        onView={setView}
        rowId={(user) => user.id}
        rowLabel={(user) => user.displayName}
        {...listTable('the people', list, search, 'name', change)}
        filter={
          <ListSearchBox
            label="Search people"
            placeholder="Name or email address"
            text={q ?? ''}
            onSearch={(text) => change({ q: text || undefined })}
            shown={list.data?.total}
            total={list.data?.total}
            subject="person"
            plural="people"
          />
        }
        empty={
          <EmptyState
            icon={SearchX}
            title="No matching people"
            action={<Button onClick={() => change({ q: undefined })}>Clear search</Button>}
          >
            Try a shorter search.
          </EmptyState>
        }
      />
      <Suspense>
        {id && <UserDrawer id={id} onClose={() => change({ page: search.page, id: undefined })} />}
        {isEndingAll && <EndEverySessionDialog onOpenChange={setIsEndingAll} />}
      </Suspense>
    </Page>
  )
}
