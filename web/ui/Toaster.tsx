import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { resolveToaster } from './Toast.tsx'

const toasts = Base.createToastManager()

const displays = {
  ok: { Icon: CircleCheck, tone: 'text-ok' },
  info: { Icon: Info, tone: 'text-info' },
  bad: { Icon: CircleAlert, tone: 'text-bad' },
}

/** `UiProvider` mounts it with the first toast. F6 moves the focus into it. */
export function Toaster() {
  useEffect(() => resolveToaster(toasts.add), [])
  return (
    <Base.Provider toastManager={toasts} limit={3}>
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const { toasts } = Base.useToastManager()
  return toasts.map((item) => {
    const { Icon, tone } = displays[(item.type as keyof typeof displays) ?? 'info'] ?? displays.info
    return (
      <Base.Root key={item.id} toast={item} swipeDirection="right" className="popup data-limited:hidden">
        <Base.Content className="flex items-start gap-2.5 p-3">
          <Icon size={18} aria-hidden className={cx('mt-px shrink-0', tone)} />
          <div className="min-w-0 flex-1">
            <Base.Title className="text-base font-medium" />
            <Base.Description className="mt-0.5 text-sm text-ink-2 wrap-anywhere" />
            {item.actionProps && <Base.Action className="mt-1.5 rounded-sm font-medium text-accent hover:underline" />}
          </div>
          <Base.Close render={<IconButton icon={X} label="Dismiss" tooltip={false} size="sm" className="-m-1" />} />
        </Base.Content>
      </Base.Root>
    )
  })
}
