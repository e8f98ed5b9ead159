import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'

export function SourceNote({
  insight,
  children,
}: {
  insight: { data: { fetchedAt: string } | undefined; isFetching: boolean; refresh: () => void }
  children: ReactNode
}) {
  const { data, isFetching, refresh } = insight
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2 sm:ml-auto" aria-live="polite">
      <span>
        {data ? (
          <>
            {children}, updated <RelativeTime at={data.fetchedAt} />
          </>
        ) : (
          'Loading from Azure…'
        )}
      </span>
      <Button size="sm" icon={RotateCw} loading={isFetching} onClick={refresh}>
        Refresh
      </Button>
    </p>
  )
}
