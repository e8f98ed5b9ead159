import { useQuery } from '@tanstack/react-query'
import { BellOff, CheckCheck } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { listNotifications } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { pathOfSubject } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { BareLink } from '../../../ui/Link.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { notificationLabels } from './labels.ts'

export function NotificationList({ onNavigate }: { onNavigate: () => void }) {
  const notifications = useQuery(listNotifications())
  const markRead = useCall('markNotificationsRead', ['notification'])
  if (!notifications.data) return <Loading subject="your notifications" query={notifications} lines={6} />
  const { items, unread } = notifications.data
  if (items.length === 0) {
    return (
      <EmptyState icon={BellOff} title="No notifications yet">
        We’ll notify you here when you have something to decide or one of your requests changes.
      </EmptyState>
    )
  }
  return (
    <div>
      <div className="rule-double -mx-3 -mt-1 flex min-h-9 items-center justify-between gap-2 px-3 pb-1">
        <p className="font-semibold">{unread > 0 ? `${unread} new` : notificationLabels.title}</p>
        {unread > 0 && (
          <Button
            size="sm"
            variant="quiet"
            icon={CheckCheck}
            loading={markRead.isPending && markRead.variables.body === undefined}
            onClick={() => markRead.mutate({}, { onError: (error) => toast.bad(problemOf(error).message) })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <ul aria-label={notificationLabels.title} className="-mx-3 -mb-3 divide-y divide-line">
        {items.map((notification) => (
          <li key={notification.id}>
            <BareLink
              href={pathOfSubject(notification.subjectKind, notification.subjectId)}
              onClick={() => {
                if (!notification.read) markRead.mutate({ body: { ids: [notification.id] } })
                onNavigate()
              }}
              className="flex gap-2.5 px-3 py-2.5 outline-offset-[-2px] hover:bg-hover"
            >
              <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', notification.read ? 'bg-transparent' : 'bg-accent')} />
              <span className="min-w-0 flex-1">
                <span className={cx('block wrap-anywhere', !notification.read && 'font-semibold')}>
                  {!notification.read && <span className="sr-only">New: </span>}
                  {notification.title}
                </span>
                <span className="block text-sm wrap-anywhere text-ink-2">{notification.body}</span>
                <span className="block text-xs text-ink-2">
                  <RelativeTime at={notification.at} />
                </span>
              </span>
            </BareLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
