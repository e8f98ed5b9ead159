import { useQuery } from '@tanstack/react-query'
import { listNotifications } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { pathOfSubject } from '../../../subjects.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { homeSubjects } from './homeLabels.ts'

const max = 6

export function Notifications() {
  const { data, error, refetch } = useQuery(listNotifications())
  const markRead = useCall('markNotificationsRead', ['notification'])
  return (
    <Panel title="Latest notifications" flush>
      {!data ? (
        <div className="px-4 py-3">
          <Loading subject={homeSubjects.notifications} query={{ error, refetch }} lines={3} />
        </div>
      ) : data.items.length === 0 ? (
        <p className="px-4 py-4 text-ink-2">No notifications yet. We’ll notify you when something changes.</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.slice(0, max).map((notification) => (
            <Row
              key={notification.id}
              href={pathOfSubject(notification.subjectKind, notification.subjectId)}
              onOpen={notification.read ? undefined : () => markRead.mutate({ body: { ids: [notification.id] } })}
              title={
                <>
                  {!notification.read && <span className="mr-2 inline-block size-2 rounded-full bg-accent" aria-hidden />}
                  {!notification.read && <span className="sr-only">New: </span>}
                  {notification.title}
                </>
              }
              note={
                <>
                  {notification.body && <span className="line-clamp-2">{notification.body}</span>}
                  <RelativeTime at={notification.at} />
                </>
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
