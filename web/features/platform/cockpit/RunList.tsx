import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, CircleCheckBig, RotateCw, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { getRunsAdvOptions, listRunsAdv } from '../../../api/cockpitQueries.ts'
import { cockpitTabLabels } from '../../../shared/cockpitTabLabels.ts'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useRunActions } from '../../../shared/useRunActions.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { CancelDialog, type CancelTarget } from './CancelDialog.tsx'
import { runLabels } from './labels.ts'
import { runColumns } from './runColumns.tsx'
import { runFields } from './runFields.ts'
import { type RunSearch, runsQuery, runViews } from './runsQuery.ts'
import type { Overview } from './types.ts'

const route = getRouteApi('/work')
const labels = { open: 'Unfinished runs', stuck: 'Failed or retrying', finished: 'Finished', cancelled: 'Cancelled', all: 'All runs' }
const empty = {
  open: ['No unfinished runs', 'Runs of approved requests appear here.'],
  stuck: ['No failed runs', 'Runs with errors appear here, with the error and next steps.'],
  finished: ['No finished runs yet', 'Finished runs appear here.'],
  cancelled: ['No cancelled runs', 'Runs that an administrator cancelled appear here, with the reason.'],
  all: ['No runs yet', 'Runs of approved requests appear here.'],
}

export function RunList({ overview }: { overview: Overview }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listRunsAdv(runsQuery(search)))
  const options = useQuery({
    ...getRunsAdvOptions({ ...conditionsOf(search), ...(search.show && { show: search.show }) }),
    staleTime: 10_000,
  }).data
  const [view, setView] = useTableView('work')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [cancelTarget, setCancelTarget] = useState<CancelTarget>()
  const { retry, busy } = useRunActions()
  const fields = useFilterFields(options?.fields, search.filter, runFields)
  const change = (next: Partial<RunSearch>) => {
    if ('filter' in next || 'q' in next || 'show' in next) setSelected(new Set())
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  }
  const retrySelected = (runIds: string[]) =>
    retry(runIds).then(
      () => setSelected(new Set()),
      (error: Error) => toast.bad('Couldn’t retry the runs', { description: error.message }),
    )
  const canAct = isAllowed(overview, 'act')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it calls the same operation whenever it is made
  const columns = useMemo(() => runColumns(canAct && ((item) => void retrySelected([item.id]))), [canAct])
  const selection = list.data?.items.filter(({ id }) => selected.has(id)) ?? []
  const show = search.show ?? 'open'
  const isFiltered = Boolean(search.filter || search.q)
  const [emptyTitle = '', emptyText] = empty[show]
  return (
    <section aria-label={cockpitTabLabels.work}>
      <DataTable
        label={cockpitTabLabels.work}
        columns={columns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        rowLabel={(row) => row.about.name}
        {...listTable('the runs', list, search, show === 'stuck' ? 'stuckSince' : '-updatedAt', change)}
        {...(canAct && {
          selected,
          onSelect: setSelected,
          bulk: (
            <>
              <Button size="sm" icon={RotateCw} loading={busy} onClick={() => void retrySelected(selection.map(({ id }) => id))}>
                Retry
              </Button>
              <Button
                size="sm"
                icon={Ban}
                onClick={() => setCancelTarget({ runIds: selection.map(({ id }) => id), name: selection[0]?.about.name ?? '' })}
              >
                Cancel runs…
              </Button>
            </>
          ),
        })}
        filter={
          <ListFilter label={runLabels.filter} search={search} fields={fields} onChange={change}>
            <Select
              label="Runs to show"
              hideLabel
              className="w-48"
              options={(['open', ...runViews] as const).map((value) => ({ value, label: labels[value] }))}
              value={show}
              onChange={(next) => change({ show: next === 'open' ? undefined : runViews.find((item) => item === next), sort: undefined })}
            />
          </ListFilter>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No matching runs"
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Clear filters</Button>}
            >
              Remove a filter or show other runs.
            </EmptyState>
          ) : (
            <EmptyState icon={CircleCheckBig} title={emptyTitle}>
              {emptyText}
            </EmptyState>
          )
        }
      />
      {cancelTarget && (
        <CancelDialog
          {...cancelTarget}
          onClose={(isDone) => {
            setCancelTarget(undefined)
            if (isDone) setSelected(new Set())
          }}
        />
      )}
    </section>
  )
}
