import { useEffect, useRef, useState } from 'react'
import type { Start } from './controlTypes.ts'
import { reportMissingPart } from './missingPart.ts'

type Parts = typeof import('./onDemand.ts')

let parts: Parts | undefined
const load = () =>
  import('./onDemand.ts').then((loaded) => {
    parts = loaded
  })

/** Loads the code of menus, dialogs and lists early, when their use is likely. */
export const preloadParts = () => void load().catch(() => {})

/**
 * Returns the code of menus, dialogs and lists, for which no first screen waits; undefined until it is needed and loaded. There is no
 * Suspense boundary, so that loaded code is rendered immediately.
 * @param onMissing called if it can’t be loaded; the page then explains what to do
 */
export function useParts(isWanted: boolean, onMissing?: () => void): Parts | undefined {
  const [, setLoaded] = useState(parts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback is no reason to load again
  useEffect(() => {
    if (!isWanted) return
    if (parts) return setLoaded(parts)
    let isUnmounted = false
    const missing = () => {
      void reportMissingPart()
      if (!isUnmounted) onMissing?.()
    }
    load().then(() => !isUnmounted && setLoaded(parts), missing)
    return () => {
      isUnmounted = true
    }
  }, [isWanted])
  return isWanted ? parts : undefined
}

/**
 * For selects: a plain control is shown first, and replaced by the complete one when it is focused or pressed. Selects that appear later,
 * for example in dialogs, are complete from the start.
 */
export function useControl() {
  const [isReady] = useState(parts !== undefined)
  const [startRequest, setStartRequest] = useState<{ open: boolean }>()
  const now = useRef({ pressed: false, focused: false }).current
  const loadedParts = useParts(isReady || startRequest !== undefined, () => setStartRequest(undefined))
  const open = () => setStartRequest({ open: true })
  return {
    complete: loadedParts,
    start: { open: startRequest?.open ?? false, focus: now.focused } satisfies Start,
    open,
    handlers: {
      onPointerEnter: preloadParts,
      // Between press and release the control must stay, or else the click is lost.
      onPointerDown: () => {
        now.pressed = true
      },
      onClick: () => {
        now.pressed = false
        open()
      },
      onFocus: () => {
        now.focused = true
        if (!now.pressed) setStartRequest((before) => before ?? { open: false })
      },
      onBlur: () => {
        now.focused = now.pressed = false
        // If people have moved the focus in the meantime, it stays there.
        setStartRequest(undefined)
      },
      onKeyDown: (event: { key: string; preventDefault: () => void }) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open()
      },
    },
  }
}
