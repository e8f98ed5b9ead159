import { useEffect, useRef, useState } from 'react'
import { reportChunkFailure } from './chunkFailure.ts'
import type { StartRequest } from './controlTypes.ts'

type Parts = typeof import('./onDemand.ts')

let parts: Parts | undefined
const load = () =>
  import('./onDemand.ts').then((loaded) => {
    parts = loaded
  })

export const preloadOverlayModule = () => void load().catch(() => {})

/**
 * Returns the code of menus, dialogs and lists, for which the first screen doesn't wait; undefined until it is loaded. There is no Suspense
 * boundary, so that loaded code is rendered immediately.
 * @param onMissing called if the code can’t be loaded
 */
export function useOverlayModule(isNeeded: boolean, onMissing?: () => void): Parts | undefined {
  const [, setLoaded] = useState(parts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback is no reason to load again
  useEffect(() => {
    if (!isNeeded) return
    if (parts) return setLoaded(parts)
    let isUnmounted = false
    const missing = () => {
      void reportChunkFailure()
      if (!isUnmounted) onMissing?.()
    }
    load().then(() => !isUnmounted && setLoaded(parts), missing)
    return () => {
      isUnmounted = true
    }
  }, [isNeeded])
  return isNeeded ? parts : undefined
}

/**
 * A select is first a plain control, which the complete one replaces when it is focused or pressed. Selects that appear later, for example
 * in dialogs, are complete from the start.
 */
export function useControl() {
  const [isReady] = useState(parts !== undefined)
  const [startRequest, setStartRequest] = useState<{ open: boolean }>()
  const now = useRef({ pressed: false, focused: false }).current
  const loadedParts = useOverlayModule(isReady || startRequest !== undefined, () => setStartRequest(undefined))
  const open = () => setStartRequest({ open: true })
  return {
    complete: loadedParts,
    start: { open: startRequest?.open ?? false, focus: now.focused } satisfies StartRequest,
    open,
    handlers: {
      onPointerEnter: preloadOverlayModule,
      // The control must not be replaced between press and release, or else the click is lost.
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
        // If people move the focus in the meantime, it stays there.
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
