import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { uiLabels } from './labels.ts'
import type { DialogProps } from './popupTypes.ts'
import { useDiscardCheck } from './useDiscardCheck.ts'

const sizes = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }
const scrim = 'fixed inset-0 z-40 bg-scrim transition-opacity duration-(--calm) data-starting-style:opacity-0 data-ending-style:opacity-0'

const controls = ':is(input, textarea, select, button, [tabindex]):not([disabled], [type=hidden], [tabindex="-1"])'

/** A dialog without controls takes the focus itself, so that its close button doesn’t. */
function firstIn(popup: HTMLElement | null) {
  return popup?.querySelector<HTMLElement>(`[data-body] ${controls}`) ?? popup
}

export function ModalDialog({ size = 'md', ...props }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const check = useDiscardCheck(props)
  return (
    <Base.Root open={props.open} onOpenChange={check.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport className="fixed inset-x-0 top-(--toast-bottom) bottom-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto scroll-pb-18 p-4">
          <Base.Popup
            ref={popup}
            initialFocus={props.initialFocus ?? (() => firstIn(popup.current))}
            className={cx(
              'w-full rounded-lg border border-line bg-raised shadow-high outline-none transition-[opacity,scale] duration-(--calm) ease-calm data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0',
              sizes[size],
            )}
          >
            <Frame {...props} check={check} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

export function ModalDrawer({ size = 'md', ...props }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const check = useDiscardCheck(props)
  return (
    <Base.Root open={props.open} onOpenChange={check.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Popup
          ref={popup}
          initialFocus={props.initialFocus ?? (() => firstIn(popup.current))}
          className={cx(
            'fixed top-(--toast-bottom) right-0 bottom-0 z-40 flex w-full flex-col overflow-y-auto scroll-pb-18 border-l border-line bg-raised shadow-high outline-none transition-transform duration-(--calm) ease-calm data-starting-style:translate-x-full data-ending-style:translate-x-full',
            sizes[size],
          )}
        >
          <Frame {...props} check={check} grow />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type DiscardCheck = ReturnType<typeof useDiscardCheck>

function Frame({
  title,
  description,
  aside,
  cancel,
  closeDisabledReason,
  footer,
  children,
  check,
  grow,
}: DialogProps & { check: DiscardCheck; grow?: boolean }) {
  return (
    <>
      <header className="flex items-start gap-3 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <Base.Title className="text-lg wrap-anywhere">{title}</Base.Title>
          {description && <Base.Description className="mt-1 max-w-prose text-ink-2">{description}</Base.Description>}
        </div>
        <Base.Close render={<IconButton icon={X} label={uiLabels.close} tooltip={false} size="sm" className="-mr-1.5" />} />
      </header>
      {children && (
        <div data-body {...check.handlers} className={cx('px-5 pb-5', grow && 'flex-1')}>
          {children}
        </div>
      )}
      {(cancel || footer) && (
        <footer
          className={cx(
            'sticky flex flex-wrap justify-end gap-2 rounded-b-lg border-t border-line bg-sunken px-5 py-3',
            // The margin around a dialog scrolls too, so nothing must be visible below the footer.
            grow ? 'bottom-0' : '-bottom-4',
          )}
        >
          {aside && <span className="mr-auto flex items-center empty:hidden max-sm:w-full">{aside}</span>}
          {cancel && (
            <Button disabledReason={closeDisabledReason} onClick={() => check.onOpenChange(false)}>
              {cancel}
            </Button>
          )}
          {footer}
        </footer>
      )}
      <DiscardDialog check={check} />
    </>
  )
}

function DiscardDialog({ check: { isAsking, keepEditing, discard } }: { check: DiscardCheck }) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={isAsking} onOpenChange={keepEditing}>
      <Base.Portal>
        <Base.Backdrop forceRender className={scrim} />
        <Base.Viewport className="fixed inset-x-0 top-(--toast-bottom) bottom-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto p-4">
          <Base.Popup
            role="alertdialog"
            initialFocus={keep}
            className="w-full max-w-md rounded-lg border border-line bg-raised shadow-high outline-none"
          >
            <Base.Title className="px-5 pt-4 pb-3 text-lg">{uiLabels.discardTitle}</Base.Title>
            <Base.Description className="px-5 pb-5 text-ink-2">Your entries in this dialog will be lost.</Base.Description>
            <footer className="flex flex-wrap justify-end gap-2 rounded-b-lg border-t border-line bg-sunken px-5 py-3">
              <Button ref={keep} onClick={keepEditing}>
                {uiLabels.keepEditing}
              </Button>
              <Button variant="danger" onClick={discard}>
                {uiLabels.discard}
              </Button>
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
