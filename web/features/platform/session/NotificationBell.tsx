import { useQuery } from '@tanstack/react-query'
import { Bell, BellDot } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listNotifications } from '../../../api/queries.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { partMissing } from '../../../ui/missingPart.ts'

const load = () => import('./NotificationPopover.tsx').then(({ NotificationPopover }) => ({ default: NotificationPopover }))
const NotificationPopover = late(load)

/** The popover loads when the pointer is over the bell. */
export function NotificationBell() {
  const [asked, setAsked] = useState(false)
  const unread = useQuery(listNotifications()).data?.unread ?? 0
  const come = () => void load().catch(() => {})
  const bell = (
    <IconButton
      icon={unread > 0 ? BellDot : Bell}
      label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
      aria-haspopup="dialog"
      onPointerEnter={come}
      onFocus={come}
      {...(!asked && { onClick: () => void load().then(() => setAsked(true), partMissing) })}
    />
  )
  if (!asked) return bell
  return (
    <Suspense fallback={bell}>
      <NotificationPopover trigger={bell} />
    </Suspense>
  )
}
