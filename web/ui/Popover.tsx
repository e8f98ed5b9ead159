import { cloneElement, type ReactElement, useState } from 'react'
import type { PopoverProps, TriggerProps } from './popupTypes.ts'
import { preloadParts, useParts } from './useOnDemand.ts'

/** A small panel next to its button, for example for view settings. Use a tooltip for text only, and Menu for actions only. */
export function Popover({ onLikely, ...props }: PopoverProps) {
  const [hasOpened, setHasOpened] = useState(false)
  if (props.open && !hasOpened) setHasOpened(true)
  const part = useParts(hasOpened, () => {
    setHasOpened(false)
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
    onClick: () => (props.open === undefined ? setHasOpened(true) : props.onOpenChange?.(true)),
  })
}
