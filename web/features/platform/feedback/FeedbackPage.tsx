import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, MessageSquareText, SearchX } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { getFeedbackOptions, listFeedback } from '../../../api/feedbackQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { FilterPreset } from '../../../shared/FilterPreset.tsx'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf, type ListSearch, pagedQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { saveFile } from '../../../shared/saveFile.ts'
import { Trend } from '../../../shared/Trend.tsx'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { feedbackColumns } from './feedbackColumns.tsx'
import { feedbackFields } from './feedbackFields.ts'
import { feedbackTabs } from './feedbackTabs.ts'
import { feedbackLabels } from './labels.ts'
import { type Neighbour, useNeighbours } from './useNeighbours.ts'

const FeedbackDrawer = lazyComponent(() => import('./FeedbackDrawer.tsx').then(({ FeedbackDrawer }) => ({ default: FeedbackDrawer })))

const route = getRouteApi('/admin/feedback')
const newest = '-createdAt'
const presets = [
  { label: 'All feedback' },
  { label: 'New', filter: 'status==new' },
  { label: 'Read or planned', filter: 'status=in=(seen,planned)' },
]

export function FeedbackPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const query = pagedQuery(search)
  const list = useQuery({ ...listFeedback(query), enabled: isResponsible === true })
  const options = useQuery({ ...getFeedbackOptions(conditionsOf(search)), enabled: isResponsible === true, staleTime: 60_000 }).data
  const [view, setView] = useTableView('feedback')
  const fields = useFilterFields(options?.fields, search.filter, feedbackFields)
  const columns = useMemo(() => feedbackColumns((id) => paths.feedback({ ...search, id })), [search])
  const neighbours = useNeighbours(search.id, search, list.isPlaceholderData ? undefined : list.data)
  if (currentUser && !isResponsible)
    return <AccessDeniedPage reason={feedbackLabels.denied} homeHref={paths.myFeedback()} homeLabel="My feedback" />

  const change = (next: Partial<ListSearch> & { id?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const isFiltered = Boolean(search.filter || search.q)
  const { id } = search
  const { page: _page, size: _size, ...exported } = query
  const navigateTo = ({ id: to, page = search.page }: Neighbour) => change({ page: page && page > 1 ? page : undefined, id: to })
  return (
    <Page
      title="Feedback"
      description="Feedback on all screens. We notify people when you reply."
      actions={
        <Button
          icon={Download}
          disabledReason={list.data?.total === 0 ? 'There is no feedback to export.' : undefined}
          onClick={() => saveFile('/feedback/export.csv', exported)}
        >
          {feedbackLabels.exportCsv}
        </Button>
      }
      tabs={<Tabs label="Feedback" current="all" items={feedbackTabs} />}
    >
      {isResponsible && <Trend name="feedback" />}
      <DataTable
        label="Feedback"
        columns={columns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        {...listTable('the feedback', list, search, newest, change)}
        filter={
          <ListFilter label="Filter feedback" search={search} fields={fields} onChange={change}>
            <FilterPreset label="Feedback to show" presets={presets} filter={search.filter} onChange={(filter) => change({ filter })} />
          </ListFilter>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No matching feedback"
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Clear filters</Button>}
            >
              Remove a filter or try a shorter search.
            </EmptyState>
          ) : (
            <EmptyState icon={MessageSquareText} title="No feedback yet">
              People can give feedback from the speech bubble at the top of every screen.
            </EmptyState>
          )
        }
      />
      <Suspense>{id && <FeedbackDrawer id={id} {...neighbours} onNavigate={navigateTo} onClose={() => navigateTo({})} />}</Suspense>
    </Page>
  )
}
