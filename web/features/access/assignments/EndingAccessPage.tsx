import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarCheck, SearchX } from 'lucide-react'
import { listExpiringAccess } from '../../../api/assignmentQueries.ts'
import { isDenied } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { type ListSearch, listQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { useTableView } from '../../../shared/useTableView.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { DateTime, TimeUntil } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { describeOrigin, endingAccessLabels } from './labels.ts'
import type { Assignment } from './types.ts'

const route = getRouteApi('/estate/access')

export function EndingAccessPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listExpiringAccess(listQuery(search)))
  const [view, setView] = useTableView('ending-access')
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  if (list.error && isDenied(list.error))
    return <AccessDeniedPage reason={endingAccessLabels.denied} homeHref={paths.access()} homeLabel="My access" />
  return (
    <Page
      title={endingAccessLabels.title}
      breadcrumbs={[{ label: 'Estate', href: paths.estate() }]}
      description={`${endingAccessLabels.description(30)} Holders can request an extension.`}
    >
      <DataTable
        label={endingAccessLabels.list}
        columns={columns}
        view={view}
        onView={setView}
        rowId={({ id }) => id}
        {...listTable('the access', list, search, 'endsAt', change)}
        filter={
          <SearchBox
            label={endingAccessLabels.search}
            placeholder={endingAccessLabels.placeholder}
            className="w-full sm:w-72"
            text={search.q ?? ''}
            onSearch={(q) => change({ q: q || undefined })}
          />
        }
        empty={
          search.q || search.filter ? (
            <EmptyState
              icon={SearchX}
              title={endingAccessLabels.noMatch}
              action={<Button onClick={() => change({ q: undefined, filter: undefined })}>Clear filters</Button>}
            >
              Try a shorter search.
            </EmptyState>
          ) : (
            <EmptyState icon={CalendarCheck} title={endingAccessLabels.none}>
              Memberships appear here 30 days before they end.
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

const columns: Column<Assignment>[] = [
  { id: 'person', header: 'Person', width: 200, rowHeader: true, fixed: true, cell: (row) => <PersonChip person={row.person} /> },
  {
    id: 'group',
    header: 'Access group',
    width: 300,
    cell: (row) => <Link href={paths.accessGroup(row.group.id)}>{row.group.name}</Link>,
  },
  {
    id: 'account',
    header: 'Account',
    width: 220,
    cell: (row) => <Link href={paths.account(row.account.id, 'access')}>{row.account.name}</Link>,
  },
  { id: 'environment', header: 'Environment', width: 140, cell: (row) => labelFor('environment', row.account.environment) },
  { id: 'endsAt', header: 'Ends', width: 130, sortable: true, cell: (row) => row.endsAt && <TimeUntil at={row.endsAt} /> },
  { id: 'date', header: 'End date', width: 130, hidden: true, cell: (row) => row.endsAt && <DateTime at={row.endsAt} time={false} /> },
  { id: 'via', header: 'Origin', width: 240, cell: (row) => <span className="text-ink-2">{describeOrigin(row)}</span> },
]
