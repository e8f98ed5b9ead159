import { paths } from '../../../paths.ts'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { CountsBar } from './CountsBar.tsx'
import { EdgeStatus } from './EdgeStatus.tsx'
import { built, countUnskippedStores, rolloutStatus } from './edgeLabels.ts'
import type { RolloutSummary } from './types.ts'

export const rolloutColumns: ListColumn<RolloutSummary>[] = [
  {
    id: 'name',
    header: 'Rollout',
    width: 260,
    rowHeader: true,
    fixed: true,
    sortable: true,
    cell: ({ id, name }) => (
      <Link variant="name" href={paths.edgeRollout(id)}>
        {name}
      </Link>
    ),
  },
  {
    id: 'reference',
    leaveOut: 1,
    header: 'Reference',
    width: 110,
    cell: ({ reference }) => <span className="font-mono text-sm">{reference}</span>,
  },
  { id: 'status', header: 'Status', width: 210, sortable: true, cell: (rollout) => <EdgeStatus status={rolloutStatus(rollout)} /> },
  { id: 'progress', header: 'Stores built', width: 220, cell: (rollout) => <BuiltStores rollout={rollout} /> },
  {
    id: 'failed',
    leaveOut: 5,
    header: 'Failed',
    width: 80,
    align: 'end',
    cell: ({ counts: { failed } }) => (failed > 0 ? <span className="font-semibold text-bad">{formatNumber(failed)}</span> : emptyCell),
  },
  {
    id: 'waves',
    leaveOut: 2,
    header: 'Wave',
    width: 110,
    cell: ({ waves, currentWave }) => (currentWave === null ? `All ${formatNumber(waves)}` : `${currentWave} of ${formatNumber(waves)}`),
  },
  { id: 'createdBy', leaveOut: 3, header: 'Launched by', width: 180, cell: ({ createdBy }) => <PersonChip person={createdBy} /> },
  {
    id: 'createdAt',
    leaveOut: 4,
    header: 'Launched',
    width: 130,
    sortable: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  { id: 'updatedAt', header: 'Updated', width: 130, hidden: true, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
  {
    id: 'endedAt',
    header: 'Ended',
    width: 150,
    hidden: true,
    cell: ({ endedAt }) => (endedAt ? <DateTime at={endedAt} /> : emptyCell),
  },
]

function BuiltStores({ rollout: { name, counts } }: { rollout: RolloutSummary }) {
  return (
    <span className="flex items-center gap-2.5">
      <span className="w-24 shrink-0">
        <CountsBar thin counts={counts} label={name} />
      </span>
      <span aria-hidden className="text-sm whitespace-nowrap tabular-nums">
        {formatNumber(built(counts))} of {formatNumber(countUnskippedStores(counts))}
      </span>
    </span>
  )
}
