import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  title: string
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A small panel at its button, for example for view settings. Use Tooltip for text only, and Menu for actions only. */
export function Popover({ trigger, title, hideTitle, children, side = 'bottom', align = 'start', open, onOpenChange }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="popup max-h-(--available-height) max-w-(--available-width) min-w-48 overflow-y-auto p-3 outline-none">
            <Base.Title className={hideTitle ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
