import { useEffect, useRef } from 'react'

const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable],[role=dialog],[role=menu],[role=listbox]'

/** Single-key shortcuts. They are disabled while typing, in dialogs, and with Ctrl, Alt or Command. */
export function useInboxKeys(keys: Record<string, () => unknown>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      const on = event.target as Element
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || on.closest(typing)) return
      // Enter activates the focused button or link; on a link of the list it opens the approval.
      if (event.key === 'Enter' && (on.closest('button, input') || (on.closest('a') && !on.id.startsWith('approval-')))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', down)
    return () => document.removeEventListener('keydown', down)
  }, [])
}
