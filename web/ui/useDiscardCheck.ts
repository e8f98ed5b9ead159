import { useState } from 'react'
import type { DialogProps } from './popupTypes.ts'

/** Any button can fill in fields, such as “Generate”, unless it only opens or confirms something. */
const choices = ':is([role=option], button):not([aria-haspopup], [aria-expanded], [aria-disabled=true], [data-confirmation])'
const confirmation = '[data-confirmation]'

interface InputEvent {
  target: EventTarget
}

type CloseRules = Pick<DialogProps, 'open' | 'cancel' | 'asksToDiscard' | 'closeDisabledReason' | 'onOpenChange'>

/**
 * Detects whether something was typed or chosen in a dialog. React passes events of popups to the dialog that renders them, so their
 * options count too.
 */
export function useDiscardCheck({ open, cancel, asksToDiscard = cancel !== undefined, closeDisabledReason, onOpenChange }: CloseRules) {
  const [hasInput, setHasInput] = useState(false)
  if (!open && hasInput) setHasInput(false)
  const [isAsking, setIsAsking] = useState(false)
  const recordInput = (isInput: boolean) => isInput && setHasInput(true)
  const closest = (target: EventTarget, selector: string) => target instanceof Element && target.closest(selector) !== null
  return {
    isAsking,
    handlers: {
      onInput: ({ target }: InputEvent) => recordInput(!closest(target, confirmation)),
      onClick: ({ target }: InputEvent) => recordInput(closest(target, choices)),
    },
    onOpenChange: (next: boolean) => {
      if (next || closeDisabledReason) return
      if (asksToDiscard && hasInput) setIsAsking(true)
      else onOpenChange(false)
    },
    keepEditing: () => setIsAsking(false),
    discard: () => {
      setIsAsking(false)
      onOpenChange(false)
    },
  }
}
