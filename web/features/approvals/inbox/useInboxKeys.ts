import { useEffect, useRef } from 'react'

const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable],[role=dialog],[role=menu],[role=listbox]'

/** Single-key shortcuts. They are disabled while typing, in dialogs, and with Ctrl, Alt or Command. */
export function useInboxKeys(keys: Record<string, () => unknown>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const runAction = latest.current[event.key]
      const focusTarget = event.target as Element
      if (!runAction || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || focusTarget.closest(typing)) return
      // Enter activates the focused button or link; on a link of the list it opens the approval.
      if (
        event.key === 'Enter' &&
        (focusTarget.closest('button, input') || (focusTarget.closest('a') && !focusTarget.id.startsWith('approval-')))
      )
        return
      event.preventDefault()
      runAction()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
