import { useState } from 'react'

const choices = '[role=option], [role=radio], [role=checkbox], [role=switch]'

/**
 * Detects whether something was typed or chosen in a dialog. React passes events of popups to the dialog that renders them, so their
 * options count too.
 */
export function useDiscardCheck(isActive: boolean | undefined, close: () => void) {
  const [hasInput, setHasInput] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const recordInput = () => setHasInput(true)
  return {
    isAsking,
    handlers: isActive && {
      onInput: recordInput,
      onClick: ({ target }: { target: EventTarget }) => target instanceof Element && target.closest(choices) !== null && recordInput(),
    },
    onOpenChange: (open: boolean) => {
      if (open) return
      if (isActive && hasInput) setIsAsking(true)
      else close()
    },
    keepEditing: () => setIsAsking(false),
    discard: () => {
      setIsAsking(false)
      setHasInput(false)
      close()
    },
  }
}
