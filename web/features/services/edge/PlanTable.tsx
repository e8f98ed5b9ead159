import { CircleCheck, Eraser, SearchX, TriangleAlert, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { regionNames } from './edgeLabels.ts'
import { rolloutFormLabels } from './labels.ts'
import { describeProblems } from './planProblems.ts'
import type { Plan, PlannedStore } from './types.ts'

export function PlanTable({ plan, stale, onRemove }: { plan: Plan; stale: boolean; onRemove: (lines: ReadonlySet<number>) => void }) {
  const [text, setText] = useState('')
  const [hidesValid, setHidesValid] = useState(false)
  const [{ page, size }, setPage] = useState({ page: 1, size: 25 })
  const query = useDeferredValue(text.trim().toLowerCase())
  const showsProblemsOnly = hidesValid && plan.problems > 0
  const visibleLines = useMemo(
    () => plan.lines.filter((line) => !(showsProblemsOnly && line.ok) && (query === '' || textOf(line).includes(query))),
    [plan, showsProblemsOnly, query],
  )
  const currentPage = Math.min(page, Math.max(1, Math.ceil(visibleLines.length / size)))
  const columns = useMemo(() => columnsOf(plan.settings.region, (line) => onRemove(new Set([line]))), [plan.settings.region, onRemove])
  const problems = plan.lines.filter(({ ok }) => !ok)
  return (
    <div className="space-y-3">
      {plan.problems > 0 ? (
        <Banner
          tone="warn"
          title={rolloutFormLabels.problems(plan.problems, plan.lines.length)}
          action={
            <Button
              size="sm"
              icon={Eraser}
              disabledReason={stale ? 'Checking your changes…' : undefined}
              onClick={() => onRemove(new Set(problems.map(({ line }) => line)))}
            >
              {rolloutFormLabels.removeProblems(plan.problems)}
            </Button>
          }
        >
          {describeProblems(problems)}
        </Banner>
      ) : (
        <p className="flex items-center gap-2">
          <CircleCheck size={17} aria-hidden className="text-ok" />
          {rolloutFormLabels.ready(plan.ok)}
        </p>
      )}
      {plan.stale && (
        <Banner tone="warn" title="We can’t reach the store directory right now">
          Some lines were checked against Slipway’s copy of the directory
          {plan.asOf && (
            <>
              , last updated <RelativeTime at={plan.asOf} /> or later
            </>
          )}
          .
        </Banner>
      )}
      <DataTable
        label={rolloutFormLabels.plan}
        columns={columns}
        rows={visibleLines.slice((currentPage - 1) * size, currentPage * size)}
        rowId={({ line }) => String(line)}
        rowLabel={({ storeNumber }) => storeNumber}
        page={{ page: currentPage, size, total: visibleLines.length }}
        onPage={setPage}
        stale={stale}
        filter={
          <ListSearchBox
            label="Search lines"
            placeholder="Number, name, town or account"
            text={text}
            onSearch={setText}
            shown={visibleLines.length}
            total={plan.lines.length}
            subject="line"
          >
            {plan.problems > 0 && (
              <Checkbox
                label={rolloutFormLabels.onlyProblems}
                checked={hidesValid}
                onChange={({ target }) => setHidesValid(target.checked)}
              />
            )}
          </ListSearchBox>
        }
        empty={
          <EmptyState
            icon={SearchX}
            title="No matching lines"
            action={
              <Button
                onClick={() => {
                  setText('')
                  setHidesValid(false)
                }}
              >
                Clear filters
              </Button>
            }
          />
        }
      />
    </div>
  )
}

const textOf = ({ storeNumber, store, accountName }: PlannedStore) =>
  `${storeNumber} ${store?.name ?? ''} ${store?.town ?? ''} ${store?.postcode ?? ''} ${accountName ?? ''}`.toLowerCase()

function columnsOf(usualRegion: string, onRemove: (line: number) => void): Column<PlannedStore>[] {
  return [
    { id: 'line', header: 'Line', width: 64, align: 'end', cell: ({ line }) => formatNumber(line) },
    {
      id: 'store',
      header: 'Store',
      width: 250,
      rowHeader: true,
      cell: ({ storeNumber, store }) => (
        <span title={store ? `${store.name}, ${store.postcode}, ${regionNames[store.region][0]}` : undefined}>
          <span className="font-medium tabular-nums">{storeNumber}</span> {store?.name}
        </span>
      ),
    },
    {
      id: 'plan',
      header: 'Plan',
      width: 280,
      cell: (line) => <Outcome line={line} usualRegion={usualRegion} />,
    },
    {
      id: 'range',
      header: 'Addresses',
      width: 155,
      cell: ({ addressRange }) => (addressRange ? <span className="text-sm tabular-nums">{addressRange}</span> : emptyCell),
    },
    { id: 'wave', header: 'Wave', width: 70, align: 'end', cell: ({ wave }) => (wave === null ? emptyCell : formatNumber(wave)) },
    {
      id: 'remove',
      header: 'Remove',
      width: 90,
      align: 'end',
      cell: ({ line, storeNumber }) => (
        <IconButton size="sm" icon={X} label={rolloutFormLabels.remove(storeNumber)} tooltip={false} onClick={() => onRemove(line)} />
      ),
    },
  ]
}

function Outcome({ line: { problem, accountName, azureRegion }, usualRegion }: { line: PlannedStore; usualRegion: string }) {
  if (problem)
    return (
      <span className="my-1 flex gap-1.5 whitespace-normal">
        <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        {problem.message}
      </span>
    )
  return (
    <Status tone="ok">
      {accountName}
      {azureRegion !== usualRegion && <span className="text-ink-2"> in {labelFor('region', azureRegion)}</span>}
    </Status>
  )
}
