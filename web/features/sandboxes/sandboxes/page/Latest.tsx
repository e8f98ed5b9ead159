import { useQuery } from '@tanstack/react-query'
import { listSandboxEvents } from '../../../../api/sandboxPageQueries.ts'
import { paths } from '../../../../paths.ts'
import { Failed } from '../../../../shared/Failed.tsx'
import { Link } from '../../../../ui/Link.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { SkeletonText } from '../../../../ui/Skeleton.tsx'
import { Happenings } from './Happenings.tsx'

const shown = 5

export function Latest({ sandboxId }: { sandboxId: string }) {
  const events = useQuery(listSandboxEvents(sandboxId, 1))
  const more = (events.data?.total ?? 0) > shown
  return (
    <Panel title="Recent activity" footer={more && <Link href={paths.sandbox(sandboxId, 'activity')}>All activity</Link>}>
      {events.error && !events.data ? (
        <Failed what="The activity" error={events.error} onRetry={events.refetch} />
      ) : events.data ? (
        events.data.items.length > 0 ? (
          <Happenings label="Recent activity" events={events.data.items.slice(0, shown)} />
        ) : (
          <p className="text-ink-2">No activity yet.</p>
        )
      ) : (
        <SkeletonText lines={5} />
      )}
    </Panel>
  )
}
