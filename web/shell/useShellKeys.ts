import { useEffect, useRef } from 'react'
import { typing } from '../shared/useShortcuts.ts'

/** Ctrl+K (Command+K on a Mac) works everywhere, `?` only outside text fields. */
export function useShellKeys(onOpenPalette: () => void, onOpenKeys: () => void) {
  const latest = useRef({ onOpenPalette, onOpenKeys })
  latest.current = { onOpenPalette, onOpenKeys }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault()
        latest.current.onOpenPalette()
      } else if (event.key === '?' && !(event.target as Element).closest(`${typing},[role=dialog]`)) {
        event.preventDefault()
        latest.current.onOpenKeys()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
