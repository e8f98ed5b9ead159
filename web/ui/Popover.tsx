import { cloneElement, type ReactElement, useState } from 'react'
import type { PopoverProps, TriggerProps } from './popupTypes.ts'
import { preloadOverlayModule, useOverlayModule } from './useOverlayModule.ts'

/** A small panel beside its button, for example for view settings. Use a tooltip for plain text, and Menu for a list of actions. */
export function Popover({ onPreload, ...props }: PopoverProps) {
  const [hasOpened, setHasOpened] = useState(false)
  if (props.open && !hasOpened) setHasOpened(true)
  const part = useOverlayModule(hasOpened, () => {
    setHasOpened(false)
    props.onOpenChange?.(false)
  })
  if (part) return <part.PopoverPopup {...props} />
  const preload = () => {
    preloadOverlayModule()
    onPreload?.()
  }
  return cloneElement(props.trigger as ReactElement<TriggerProps>, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => (props.open === undefined ? setHasOpened(true) : props.onOpenChange?.(true)),
  })
}
