import { useQuery } from '@tanstack/react-query'
import { listSandboxEvents } from '../../../../api/sandboxPageQueries.ts'
import { paths } from '../../../../paths.ts'
import { Loading } from '../../../../shared/Loading.tsx'
import { Link } from '../../../../ui/Link.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { EventList } from './EventList.tsx'

const maxEvents = 5

export function LatestEvents({ sandboxId }: { sandboxId: string }) {
  const events = useQuery(listSandboxEvents(sandboxId, 1))
  const hasMore = (events.data?.total ?? 0) > maxEvents
  return (
    <Panel title="Recent activity" footer={hasMore && <Link href={paths.sandbox(sandboxId, 'activity')}>All activity</Link>}>
      {events.data ? (
        events.data.items.length > 0 ? (
          <EventList label="Recent activity" events={events.data.items.slice(0, maxEvents)} />
        ) : (
          <p className="text-ink-2">No activity yet.</p>
        )
      ) : (
        <Loading subject="the activity" query={events} lines={5} />
      )}
    </Panel>
  )
}
