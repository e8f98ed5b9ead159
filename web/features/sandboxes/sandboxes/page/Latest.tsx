import { useQuery } from '@tanstack/react-query'
import { listSandboxEvents } from '../../../../api/sandboxPageQueries.ts'
import { paths } from '../../../../paths.ts'
import { LoadError } from '../../../../shared/LoadError.tsx'
import { Link } from '../../../../ui/Link.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { SkeletonText } from '../../../../ui/Skeleton.tsx'
import { EventList } from './EventList.tsx'

const maxEvents = 5

export function LatestEvents({ sandboxId }: { sandboxId: string }) {
  const events = useQuery(listSandboxEvents(sandboxId, 1))
  const hasMore = (events.data?.total ?? 0) > maxEvents
  return (
    <Panel title="Recent activity" footer={hasMore && <Link href={paths.sandbox(sandboxId, 'activity')}>All activity</Link>}>
      {events.error && !events.data ? (
        <LoadError what="the activity" error={events.error} onRetry={events.refetch} />
      ) : events.data ? (
        events.data.items.length > 0 ? (
          <EventList label="Recent activity" events={events.data.items.slice(0, maxEvents)} />
        ) : (
          <p className="text-ink-2">No activity yet.</p>
        )
      ) : (
        <SkeletonText lines={5} />
      )}
    </Panel>
  )
}
