import { useEffect } from 'react'
import { canFocusUnasked } from '../ui/focusField.ts'

/**
 * Focuses the field that most people use first on a screen, once it’s shown, except on touch screens. The focus stays if it is in a dialog, or
 * if the reader has moved it on the screen.
 */
export function useFirstField(selector: string, isShown = true): void {
  useEffect(() => {
    const field = isShown && document.querySelector<HTMLElement>(`main ${selector}`)
    if (field && canFocusUnasked() && isUnused(document.activeElement)) field.focus({ preventScroll: true })
  }, [selector, isShown])
}

/** A pressed button or option can lose the focus; a field, or an element that was reached with the keyboard, can’t. */
function isUnused(focused: Element | null): boolean {
  if (!focused || focused.closest('[role=dialog]')) return !focused
  return !focused.closest('main') || focused.matches('main, [data-page-title]') || !focused.matches(':focus-visible')
}
