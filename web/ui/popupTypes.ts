import type { KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react'
import type { Icon } from './icon.ts'

/** The component adds these props to the button that opens the popup. */
export interface TriggerProps {
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: (event: { detail: number }) => void
  onKeyDown?: (event: KeyboardEvent) => void
  onPointerEnter?: () => void
  onFocus?: () => void
  onBlur?: () => void
}

export interface PopoverProps {
  trigger: ReactElement
  title: string
  hideTitle?: boolean
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Called when the popover is likely to open, to load its content early. */
  onPreload?: () => void
}

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  /** The label of a button before the footer that closes the dialog. With it, the dialog also asks before it discards input. */
  cancel?: string | undefined
  aside?: ReactNode
  children?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** Asks before Escape, the close button or a click outside discards what was typed or chosen. */
  asksToDiscard?: boolean
  /** The dialog stays open while there is a reason. */
  closeDisabledReason?: string | undefined
  /** The element with the first focus. The default is the first control of the body, or else the dialog. */
  initialFocus?: RefObject<HTMLElement | null>
}

export interface MenuItem {
  label: string
  icon?: Icon
  href?: string
  newTab?: boolean
  onSelect?: () => void
  disabledReason?: string | undefined
  danger?: boolean
  /** Text at the end of the item, such as a key. */
  aside?: ReactNode
  separated?: boolean
}

export interface MenuProps {
  trigger: ReactElement
  items: readonly MenuItem[]
  header?: ReactNode
  align?: 'start' | 'end'
}
