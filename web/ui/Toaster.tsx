import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { uiLabels } from './labels.ts'
import { resolveToaster } from './Toast.tsx'

const toasts = Base.createToastManager()

const displays = {
  ok: { Icon: CircleCheck, tone: 'text-ok' },
  info: { Icon: Info, tone: 'text-info' },
  bad: { Icon: CircleAlert, tone: 'text-bad' },
}

/**
 * `UiProvider` mounts it with the first toast. Only one toast is visible: on a wide screen in the free part of the header, otherwise in a
 * row below it. F6 moves the focus to the toast, and Escape dismisses it.
 */
export function Toaster() {
  useEffect(() => resolveToaster(toasts.add), [])
  return (
    <Base.Provider toastManager={toasts} limit={1}>
      <Base.Portal>
        <Visible />
      </Base.Portal>
    </Base.Provider>
  )
}

/** Reserves space for the toast: the header and dialogs extend to its lower edge, so that it doesn’t cover a control. */
function reserveSpace(box: HTMLElement | null) {
  if (!box) return
  const { dataset, style } = document.documentElement
  let frame = 0
  const observer = new ResizeObserver(() => {
    const { height, bottom } = box.getBoundingClientRect()
    cancelAnimationFrame(frame)
    if (height > 0) dataset.toast = ''
    // The browser must not scroll when the toast's space disappears.
    else frame = requestAnimationFrame(() => delete dataset.toast)
    style.setProperty('--toast-bottom', height > 0 ? `${Math.ceil(bottom)}px` : '0px')
  })
  observer.observe(box)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    style.removeProperty('--toast-bottom')
    delete dataset.toast
  }
}

function Visible() {
  const { toasts, close } = Base.useToastManager()
  const waitingCount = toasts.filter(({ limited, transitionStatus }) => limited && transitionStatus !== 'ending').length
  const current = toasts.find(({ limited, transitionStatus }) => !limited && transitionStatus !== 'ending')
  return (
    <Base.Viewport
      // F6 focuses the viewport, where only the toast handles keys.
      onKeyDown={({ key, target, currentTarget }) => key === 'Escape' && target === currentTarget && close(current?.id)}
      className="pointer-events-none fixed inset-x-2 top-(--bar-row) z-45 outline-none min-[1200px]:top-0.5 min-[1200px]:right-60 min-[1200px]:left-144"
    >
      <div ref={reserveSpace}>
        {toasts.map((item) => {
          const { Icon, tone } = displays[(item.type as keyof typeof displays) ?? 'info'] ?? displays.info
          return (
            <Base.Root
              key={item.id}
              toast={item}
              swipeDirection="up"
              className="popup pointer-events-auto mx-auto w-fit max-w-full data-ending-style:hidden data-limited:hidden max-[1199px]:mb-1"
            >
              <Base.Content className="flex items-center gap-2.5 py-1 pr-1.5 pl-3">
                <Icon size={18} aria-hidden className={cx('shrink-0', tone)} />
                <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 leading-4.5">
                  <Base.Title className="text-base leading-4.5 font-medium wrap-anywhere" />
                  <Base.Description className="text-sm leading-4.5 text-ink-2 wrap-anywhere" />
                </div>
                {waitingCount > 0 && (
                  <span className="shrink-0 text-sm text-ink-2">
                    {uiLabels.moreToasts(waitingCount)}
                    <span className="sr-only">{waitingCount === 1 ? ' message' : ' messages'}</span>
                  </span>
                )}
                {item.actionProps && <Base.Action className="shrink-0 rounded-sm px-1 font-medium text-accent hover:underline" />}
                <Base.Close render={<IconButton icon={X} label={uiLabels.dismiss} tooltip={false} size="sm" />} />
              </Base.Content>
            </Base.Root>
          )
        })}
      </div>
    </Base.Viewport>
  )
}
