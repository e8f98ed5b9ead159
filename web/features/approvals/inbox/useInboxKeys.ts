import { useEffect, useRef } from 'react'

const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable],[role=dialog],[role=menu],[role=listbox]'

/** Single keys of the inbox, by the key's name. Silent while one types, in dialogs, and with Ctrl, Alt or Command held. */
export function useInboxKeys(keys: Record<string, () => unknown>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      const on = event.target as Element
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || on.closest(typing)) return
      // Enter belongs to whatever button or link has the focus, except a link of the list, which it opens.
      if (event.key === 'Enter' && (on.closest('button, input') || (on.closest('a') && !on.id.startsWith('approval-')))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', down)
    return () => document.removeEventListener('keydown', down)
  }, [])
}
