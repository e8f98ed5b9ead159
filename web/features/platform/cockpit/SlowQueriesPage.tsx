import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { listSlowQueries } from '../../../api/cockpitQueries.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { CockpitFrame } from './CockpitFrame.tsx'
import { cockpitLabels } from './labels.ts'
import type { SlowQuery } from './types.ts'

const ms = (value: number) => `${formatNumber(value)} ms`
const columns: Column<SlowQuery>[] = [
  {
    id: 'statement',
    header: 'Statement',
    width: 520,
    rowHeader: true,
    cell: ({ statement }) => <Statement text={statement} />,
  },
  {
    id: 'operation',
    header: 'Operation',
    width: 200,
    wraps: true,
    cell: ({ operation }) => <span className="wrap-anywhere">{operation}</span>,
  },
  { id: 'count', header: 'Count', width: 90, align: 'end', cell: ({ count }) => formatNumber(count) },
  { id: 'mean', header: 'Average', width: 110, align: 'end', cell: ({ meanMs }) => ms(meanMs) },
  { id: 'max', header: 'Longest', width: 110, align: 'end', cell: ({ maxMs }) => ms(maxMs) },
  { id: 'lastSeen', header: 'Last seen', width: 130, cell: ({ lastSeen }) => <RelativeTime at={lastSeen} /> },
]

const maxVisibleLength = 220

function Statement({ text }: { text: string }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const isLong = text.length > maxVisibleLength
  return (
    <div className="my-1.5 min-w-0 text-left">
      <code className="block font-mono text-xs font-normal wrap-anywhere whitespace-pre-wrap">
        {isLong && !isExpanded ? `${text.slice(0, maxVisibleLength)}…` : text}
      </code>
      {isLong && (
        <Button size="sm" variant="quiet" className="-ml-2" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}

export function SlowQueriesPage() {
  const queries = useQuery(listSlowQueries())
  const threshold = queries.data ? ms(queries.data.thresholdMs) : 'the limit'
  return (
    <CockpitFrame
      tab="slowQueries"
      title="Slow queries"
      description={`Slipway’s database statements slower than ${threshold}, sorted by total time. Values aren’t recorded.`}
      subject="the slow queries"
      query={queries}
    >
      {(data) => (
        <DataTable
          label="Slow queries"
          columns={columns}
          rows={data.queries}
          rowId={({ fingerprint }) => fingerprint}
          empty={
            <EmptyState icon={Gauge} title={cockpitLabels.noSlowQueries}>
              Statements slower than {threshold} appear here with their operation.
            </EmptyState>
          }
        />
      )}
    </CockpitFrame>
  )
}
