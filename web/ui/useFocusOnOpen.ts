import { type RefObject, useEffect, useRef } from 'react'

/** Focuses content that opens in place. The returned function moves the focus back, for content that closes without an action. */
export function useFocusOnOpen(part: RefObject<HTMLElement | null>, selector: string): () => void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    part.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [part, selector])
  return () => before.current instanceof HTMLElement && before.current.focus({ preventScroll: true })
}
