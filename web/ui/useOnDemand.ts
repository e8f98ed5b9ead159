import { useEffect, useRef, useState } from 'react'
import type { Start } from './controlTypes.ts'
import { partMissing } from './missingPart.ts'

type Parts = typeof import('./onDemand.ts')

let parts: Parts | undefined
const load = () =>
  import('./onDemand.ts').then((loaded) => {
    parts = loaded
  })

/** Loads the code of menus, dialogs and lists early, when their use is likely. */
export const preloadParts = () => void load().catch(() => {})

/**
 * Returns the code of menus, dialogs and lists, which no first screen waits for; undefined until it is wanted and loaded. There is no
 * Suspense boundary, so that loaded code is rendered immediately.
 * @param onMissing called if it can’t be loaded; the page then explains what to do
 */
export function useParts(wanted: boolean, onMissing?: () => void): Parts | undefined {
  const [, setLoaded] = useState(parts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback is no reason to load again
  useEffect(() => {
    if (!wanted) return
    if (parts) return setLoaded(parts)
    let unmounted = false
    const missing = () => {
      void partMissing()
      if (!unmounted) onMissing?.()
    }
    load().then(() => !unmounted && setLoaded(parts), missing)
    return () => {
      unmounted = true
    }
  }, [wanted])
  return wanted ? parts : undefined
}

/**
 * For selects: a plain control is shown first, and replaced by the complete one when it is focused or pressed. Selects that appear later,
 * for example in dialogs, are complete from the start.
 */
export function useControl() {
  const [ready] = useState(parts !== undefined)
  const [asked, setAsked] = useState<{ open: boolean }>()
  const now = useRef({ pressed: false, focused: false }).current
  const complete = useParts(ready || asked !== undefined, () => setAsked(undefined))
  const open = () => setAsked({ open: true })
  return {
    complete,
    start: { open: asked?.open ?? false, focus: now.focused } satisfies Start,
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
        if (!now.pressed) setAsked((before) => before ?? { open: false })
      },
      onBlur: () => {
        now.focused = now.pressed = false
        // People who moved on meanwhile keep their focus.
        setAsked(undefined)
      },
      onKeyDown: (event: { key: string; preventDefault: () => void }) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open()
      },
    },
  }
}
