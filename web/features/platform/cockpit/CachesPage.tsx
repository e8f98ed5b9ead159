import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { listCaches } from '../../../api/cockpitQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { CockpitFrame } from './CockpitFrame.tsx'
import { cacheLabels } from './labels.ts'
import type { Cache } from './types.ts'

export function CachesPage() {
  const caches = useQuery(listCaches())
  const refresh = useCall('refreshCache', [])
  const now = async ({ name, title }: Cache) => {
    try {
      await refresh.mutateAsync({ params: { name } })
      toast.ok(cacheLabels.refreshing(title), { description: 'The refresh runs in the background.' })
    } catch (error) {
      toast.bad('Couldn’t start the refresh', { description: problemOf(error).message })
    }
    void caches.refetch()
  }
  return (
    <CockpitFrame
      tab="caches"
      title="Caches"
      description="Copies of data from external systems. Cached Azure data on account pages isn’t listed here."
      subject="the caches"
      query={caches}
    >
      {(data) => (
        <DataTable
          label="Caches"
          columns={columnsOf(isAllowed(data, 'act') && ((cache) => void now(cache)))}
          rows={data.caches}
          rowId={({ name }) => name}
          rowLabel={({ title }) => title}
        />
      )}
    </CockpitFrame>
  )
}

function columnsOf(onRefresh: false | ((cache: Cache) => void)): Column<Cache>[] {
  const age = (timestamp: string | null) => (timestamp ? <RelativeTime at={timestamp} /> : emptyCell)
  return [
    {
      id: 'title',
      header: 'Cache',
      width: 320,
      rowHeader: true,
      cell: ({ title, contents }) => (
        <span className="block py-1.5">
          <span className="font-medium">{title}</span>
          <span className="block text-sm whitespace-normal text-ink-2">{contents}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: 'Status',
      width: 220,
      cell: ({ stale, newest, problem }) =>
        problem ? (
          <span className="block">
            <Status tone="warn">Unavailable</Status>
            <span className="block text-sm whitespace-normal text-ink-2">{problem}</span>
          </span>
        ) : stale ? (
          <Status tone="warn">Outdated</Status>
        ) : newest ? (
          <Status tone="ok">Up to date</Status>
        ) : (
          <Status tone="neutral">Empty</Status>
        ),
    },
    { id: 'count', header: 'Entries', width: 90, align: 'end', cell: ({ count }) => formatNumber(count) },
    { id: 'newest', header: 'Newest', width: 150, cell: ({ newest }) => age(newest) },
    { id: 'oldest', header: 'Oldest', width: 150, cell: ({ oldest }) => age(oldest) },
    ...(onRefresh
      ? [
          {
            id: 'actions',
            header: 'Actions',
            width: 150,
            align: 'end' as const,
            cell: (cache: Cache) => (
              <Button
                size="sm"
                icon={RefreshCw}
                disabledReason={cache.refreshable ? undefined : 'This cache is refreshed on a schedule only.'}
                onClick={() => onRefresh(cache)}
              >
                {cacheLabels.refresh}
                <span className="sr-only"> {cache.title}</span>
              </Button>
            ),
          },
        ]
      : []),
  ]
}
