import { type RefObject, useEffect, useRef } from 'react'

/** What opens in place takes the focus. Answers what gives it back, for when one goes back without having done anything. */
export function useOpenedFocus(part: RefObject<HTMLElement | null>, selector: string): () => void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    part.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [part, selector])
  return () => before.current instanceof HTMLElement && before.current.focus({ preventScroll: true })
}
