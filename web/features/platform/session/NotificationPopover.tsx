import { type ReactElement, useState } from 'react'
import { Popover } from '../../../ui/Popover.tsx'
import { NotificationList } from '../notifications/NotificationList.tsx'

/** It mounts on demand, so it is open from the start. */
export function NotificationPopover({ trigger }: { trigger: ReactElement }) {
  const [open, setOpen] = useState(true)
  return (
    <Popover open={open} onOpenChange={setOpen} title="Notifications" hideTitle align="end" trigger={trigger}>
      <div className="w-[min(24rem,calc(100vw-3rem))]">
        <NotificationList onGo={() => setOpen(false)} />
      </div>
    </Popover>
  )
}
