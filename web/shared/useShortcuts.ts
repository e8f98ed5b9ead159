import { useEffect, useRef } from 'react'
import { type ActionOn, actionOf, type PageWithKeys } from './shortcuts.ts'

/** In these elements, a key press types or chooses. */
export const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]'
const popups = '[role=dialog],[role=menu],[role=listbox]'

/**
 * Handles the shortcuts of a page wherever the focus is, except in text fields and popups. Enter belongs to buttons and links, but on a
 * link of the page’s list (`data-list-link`) it is a shortcut.
 */
export function useShortcuts<Page extends PageWithKeys>(page: Page, actions: Record<ActionOn<Page>, () => unknown>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOf(page, event)
      const target = event.target as Element
      if (!action || event.defaultPrevented || target.closest(`${typing},${popups}`)) return
      if (event.key === 'Enter' && (target.closest('button, input') || (target.closest('a') && !target.matches('[data-list-link]')))) return
      event.preventDefault()
      latest.current[action]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [page])
}
