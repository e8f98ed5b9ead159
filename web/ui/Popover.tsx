import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react'
import { preloadParts, useParts } from './useOnDemand.ts'

/** The props that opening adds to a button. */
export interface TriggerProps {
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  onPointerEnter?: () => void
  onFocus?: () => void
}

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
  /** Called when the popover is likely to open, for content that is loaded on demand. */
  onLikely?: () => void
}

/** A small panel at its button, for example for view settings. Use a tooltip for text only, and Menu for actions only. */
export function Popover({ onLikely, ...props }: PopoverProps) {
  const [opened, setOpened] = useState(false)
  if (props.open && !opened) setOpened(true)
  const part = useParts(opened, () => {
    setOpened(false)
    props.onOpenChange?.(false)
  })
  if (part) return <part.PopoverPopup {...props} />
  const preload = () => {
    preloadParts()
    onLikely?.()
  }
  return cloneElement(props.trigger as ReactElement<TriggerProps>, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => (props.open === undefined ? setOpened(true) : props.onOpenChange?.(true)),
  })
}
