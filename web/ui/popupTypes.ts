import type { KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react'
import type { Icon } from './icon.ts'

/** The props that are added to the button that opens the popup. */
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
  /** The button that opens the popup. */
  trigger: ReactElement
  title: string
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Called when the popover is likely to open, for content that is loaded on demand. */
  onLikely?: () => void
}

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons, with the main button last. */
  footer?: ReactNode
  children?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** The first focus; by default the first control of the body, or else the dialog. */
  initialFocus?: RefObject<HTMLElement | null>
}

export interface MenuItem {
  label: string
  icon?: Icon
  /** The URL, if the item is a link. */
  href?: string
  /** Opens the link in a new tab, with an icon that shows it. */
  newTab?: boolean
  /** The action, if the item is not a link. */
  onSelect?: () => void
  disabledReason?: string | undefined
  danger?: boolean
  /** Text at the end of the item, such as a key. */
  aside?: ReactNode
  /** Draws a line above the item. */
  separated?: boolean
}

export interface MenuProps {
  trigger: ReactElement
  items: readonly MenuItem[]
  /** Shown above the items, such as the signed-in person. */
  header?: ReactNode
  align?: 'start' | 'end'
}
