import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, CircleCheckBig, RotateCw, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { getWorkAdvOptions, listWorkAdv } from '../../../api/cockpitQueries.ts'
import { ListFilter } from '../../../shared/ListFilter.tsx'
import { conditionsOf } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useFilterFields } from '../../../shared/useFilterFields.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { type CallingOff, CallOffDialog } from './CallOffDialog.tsx'
import type { Overview } from './types.ts'
import { useWork } from './useWork.ts'
import { workColumns } from './workColumns.tsx'
import { workFields } from './workFields.ts'
import { shows, type WorkSearch, workQuery } from './workQuery.ts'

const route = getRouteApi('/work')
const words = { open: 'In progress', stuck: 'Stuck or retrying', finished: 'Finished', cancelled: 'Called off', all: 'All work' }
const empty = {
  open: ['Nothing is stuck, nothing is in flight', 'What is approved appears here while it is carried out.'],
  stuck: ['Nothing is stuck', 'Work that meets an error appears here, with what answered and the way on.'],
  finished: ['Nothing has been finished yet', 'Finished work is listed here.'],
  cancelled: ['Nothing has been called off', 'Work that an administrator called off is listed here, with the reason.'],
  all: ['There is no work yet', 'What is approved appears here while it is carried out.'],
}

export function WorkList({ overview }: { overview: Overview }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listWorkAdv(workQuery(search)))
  const options = useQuery({
    ...getWorkAdvOptions({ ...conditionsOf(search), ...(search.show && { show: search.show }) }),
    staleTime: 10_000,
  }).data
  const [view, setView] = useTableView('work')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [calling, setCalling] = useState<CallingOff>()
  const { retry, busy } = useWork()
  const fields = useFilterFields(options?.fields, search.filter, workFields)
  const change = (next: Partial<WorkSearch>) => {
    if ('filter' in next || 'q' in next || 'show' in next) setSelected(new Set())
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true, resetScroll: false })
  }
  const tryAgain = (runIds: string[]) =>
    retry(runIds).then(
      () => setSelected(new Set()),
      (error: Error) => toast.bad('Nothing was tried again', { description: error.message }),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: it calls the same operation whenever it is made
  const columns = useMemo(() => workColumns({ onRetry: (item) => void tryAgain([item.id]) }), [])
  const chosen = list.data?.items.filter(({ id }) => selected.has(id)) ?? []
  const reason = reasonOf(overview, 'act')
  const show = search.show ?? 'open'
  const narrowed = Boolean(search.filter || search.q)
  const [emptyTitle = '', emptyText] = empty[show]
  return (
    <section aria-label="All work">
      <DataTable
        label="Work"
        columns={columns}
        view={view}
        onView={setView}
        rowId={(row) => row.id}
        rowLabel={(row) => row.about.name}
        {...listTable('The work', list, search, show === 'stuck' ? 'stuckSince' : '-updatedAt', change)}
        selected={selected}
        onSelect={setSelected}
        bulk={
          <>
            <Button
              size="sm"
              icon={RotateCw}
              loading={busy}
              disabledReason={reason}
              onClick={() => void tryAgain(chosen.map(({ id }) => id))}
            >
              Try again
            </Button>
            <Button
              size="sm"
              icon={Ban}
              disabledReason={reason}
              onClick={() => setCalling({ runIds: chosen.map(({ id }) => id), name: chosen[0]?.about.name ?? '' })}
            >
              Call off…
            </Button>
          </>
        }
        filter={
          <ListFilter label="Filter work" search={search} fields={fields} onChange={change}>
            <Select
              label="Which work"
              hideLabel
              className="w-48"
              options={(['open', ...shows] as const).map((value) => ({ value, label: words[value] }))}
              value={show}
              onChange={(next) => change({ show: next === 'open' ? undefined : shows.find((one) => one === next), sort: undefined })}
            />
          </ListFilter>
        }
        empty={
          narrowed ? (
            <EmptyState
              icon={SearchX}
              title="No work fits"
              action={<Button onClick={() => change({ filter: undefined, q: undefined })}>Show it all</Button>}
            >
              Take a condition away, or look among other work.
            </EmptyState>
          ) : (
            <EmptyState icon={CircleCheckBig} title={emptyTitle}>
              {emptyText}
            </EmptyState>
          )
        }
      />
      {calling && (
        <CallOffDialog
          {...calling}
          onClose={(done) => {
            setCalling(undefined)
            if (done) setSelected(new Set())
          }}
        />
      )}
    </section>
  )
}
