import { useQuery } from '@tanstack/react-query'
import { Bell, BellDot } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listNotifications } from '../../../api/queries.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { notificationLabels } from '../notifications/labels.ts'

const load = () => import('../notifications/NotificationList.tsx').then(({ NotificationList }) => ({ default: NotificationList }))
const NotificationList = lazyComponent(load)

/** The list loads when the pointer is on the bell. */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const unreadCount = useQuery(listNotifications()).data?.unread ?? 0
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      onPreload={() => void load().catch(() => {})}
      title={notificationLabels.title}
      hideTitle
      align="end"
      trigger={
        <IconButton
          icon={unreadCount > 0 ? BellDot : Bell}
          label={unreadCount > 0 ? notificationLabels.unread(unreadCount) : notificationLabels.title}
        />
      }
    >
      <div className="w-[min(24rem,calc(100vw-3rem))]">
        <Suspense fallback={<SkeletonText lines={4} />}>
          <NotificationList onNavigate={() => setOpen(false)} />
        </Suspense>
      </div>
    </Popover>
  )
}
