import { useQuery } from '@tanstack/react-query'
import { Bell, BellDot } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listNotifications } from '../../api/queries.ts'
import { IconButton } from '../../ui/Button.tsx'

const load = () => import('./NotificationPopover.tsx').then(({ NotificationPopover }) => ({ default: NotificationPopover }))
const NotificationPopover = lazy(load)

/** The latest notices behind a bell that says how many are new; what it opens is loaded when one points at it. */
export function NotificationBell() {
  const [asked, setAsked] = useState(false)
  const unread = useQuery(listNotifications()).data?.unread ?? 0
  const come = () => void load().catch(() => {})
  const bell = (
    <IconButton
      icon={unread > 0 ? BellDot : Bell}
      label={unread > 0 ? `Notices, ${unread} new` : 'Notices'}
      aria-haspopup="dialog"
      onPointerEnter={come}
      onFocus={come}
      {...(!asked && { onClick: () => setAsked(true) })}
    />
  )
  if (!asked) return bell
  return (
    <Suspense fallback={bell}>
      <NotificationPopover trigger={bell} />
    </Suspense>
  )
}
