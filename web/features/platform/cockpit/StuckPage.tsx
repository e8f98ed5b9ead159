import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheckBig, RotateCw, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { getRunsOverview, listStuckWork } from '../../../api/cockpitQueries.ts'
import { cockpitTabLabels } from '../../../shared/cockpitTabLabels.ts'
import { FilterRow } from '../../../shared/FilterRow.tsx'
import { listTable } from '../../../shared/listTable.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { CockpitFrame } from './CockpitFrame.tsx'
import { stuckColumns } from './stuckColumns.tsx'
import { type StuckKind, stuckKindLabels, stuckLabels } from './stuckLabels.ts'
import { type StuckSearch, stuckQuery } from './stuckSearch.ts'
import { useStuckRetry } from './useStuckRetry.ts'

const route = getRouteApi('/work/stuck')
const anyKind = 'any'
const kindOptions = [
  { value: anyKind, label: stuckLabels.anyKind },
  ...Object.entries(stuckKindLabels).map(([value, label]) => ({ value, label })),
]
/** The server sorts like this if `sort` is missing. */
const defaultSort = '-waiting,since'

export function StuckPage() {
  const overview = useQuery(getRunsOverview())
  return (
    <CockpitFrame
      tab="stuck"
      title={cockpitTabLabels.stuck}
      description="Work that can’t continue without a person. Items that people are waiting for come first."
      subject="stuck work"
      query={overview}
    >
      {(data) => <StuckList canAct={isAllowed(data, 'act')} />}
    </CockpitFrame>
  )
}

function StuckList({ canAct }: { canAct: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listStuckWork(stuckQuery(search)))
  const [view, setView] = useTableView('stuck-work')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { retryStuck, busyIds } = useStuckRetry()
  const change = (next: Partial<StuckSearch>) => {
    setSelected(new Set())
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it calls the same operations whenever it is made
  const columns = useMemo(() => stuckColumns({ busyIds, onRetry: canAct && ((item) => void retryStuck([item])) }), [busyIds, canAct])
  const selection = list.data?.items.filter(({ id }) => selected.has(id)) ?? []
  const isRetryable = selection.some(({ can }) => can.retry === true)
  return (
    <DataTable
      label={stuckLabels.list}
      columns={columns}
      view={view}
      onView={setView}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      {...listTable('stuck work', list, search, defaultSort, change)}
      {...(canAct && {
        selected,
        onSelect: setSelected,
        bulk: (
          <Button
            size="sm"
            icon={RotateCw}
            loading={busyIds.size > 0}
            disabledReason={isRetryable ? undefined : selection[0] && reasonOf(selection[0], 'retry')}
            onClick={() => void retryStuck(selection).then(() => setSelected(new Set()))}
          >
            {stuckLabels.retry}
          </Button>
        ),
      })}
      filter={
        <FilterRow
          search={
            <SearchBox
              label={stuckLabels.search}
              placeholder="Name or reference"
              className="w-full sm:w-72"
              text={search.q ?? ''}
              onSearch={(q) => change({ q: q || undefined })}
            />
          }
        >
          <Select
            label={stuckLabels.kind}
            hideLabel
            className="min-w-36 flex-1 sm:w-44 sm:flex-none"
            options={kindOptions}
            value={search.kind ?? anyKind}
            onChange={(kind) => change({ kind: kind === anyKind ? undefined : (kind as StuckKind) })}
          />
        </FilterRow>
      }
      empty={
        search.kind || search.q ? (
          <EmptyState
            icon={SearchX}
            title={stuckLabels.noMatch}
            action={<Button onClick={() => change({ kind: undefined, q: undefined })}>{stuckLabels.all}</Button>}
          >
            Try a shorter search, or another kind.
          </EmptyState>
        ) : (
          <EmptyState icon={CircleCheckBig} title={stuckLabels.none}>
            Runs, pull requests, sandboxes, rollouts and queues that need a person appear here.
          </EmptyState>
        )
      }
    />
  )
}
