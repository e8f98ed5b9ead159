import { useEffect, useRef } from 'react'
import { type ActionOn, actionOf, type PageWithKeys, StrayText } from './shortcuts.ts'

/** In these elements, a key press types or chooses. */
export const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]'
const popups = '[role=dialog],[role=menu],[role=listbox]'

/**
 * Handles the shortcuts of a page wherever the focus is, except in text fields and popups, and except for keys of a stray text. Enter
 * belongs to buttons and links, but on a link of the page’s list (`data-list-link`) it is a shortcut.
 */
export function useShortcuts<Page extends PageWithKeys>(page: Page, actions: Record<ActionOn<Page>, () => unknown>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const strayText = new StrayText()
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as Element
      if (event.defaultPrevented || target.closest(`${typing},${popups}`)) return
      if (strayText.includes(page, event)) {
        // A space would press the button that has the focus.
        if (event.key === ' ') event.preventDefault()
        return
      }
      const action = actionOf(page, event)
      if (!action) return
      if (event.key === 'Enter' && (target.closest('button, input') || (target.closest('a') && !target.matches('[data-list-link]')))) return
      event.preventDefault()
      latest.current[action]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [page])
}
