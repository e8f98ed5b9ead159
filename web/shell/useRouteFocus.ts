import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the title of the new screen when the path changes, so that screen readers read the title. If the focused element is
 * inside the new screen, such as a tab, the focus stays there.
 */
export function useRouteFocus(path: string, main: RefObject<HTMLElement | null>): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    const frame = requestAnimationFrame(() => {
      const screen = main.current
      if (!screen) return
      const focused = document.activeElement
      if (focused && focused !== screen && screen.contains(focused)) return
      const title = screen.querySelector<HTMLElement>('[data-page-title]')
      ;(title ?? screen).focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [path, main])
}
