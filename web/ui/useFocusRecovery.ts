import { useEffect } from 'react'

const control = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]'
const stopsIn = (part: Element) => [part, ...part.querySelectorAll(control)].filter(isStop)
const isStop = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(control) && element.tabIndex >= 0 && !element.matches(':disabled')

/** In these controls, a key press types or chooses. The focus must not move to them automatically, because shortcuts would become input. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'

const popups = ':is([role=menu], [role=dialog])[data-open]:not([data-type])'

interface FocusPosition {
  parent: Element
  child: Element
  index: number
}

function positionsOf(element: Element): FocusPosition[] {
  const positions: FocusPosition[] = []
  for (let child = element; child.parentElement; child = child.parentElement)
    positions.push({ parent: child.parentElement, child, index: [...child.parentElement.children].indexOf(child) })
  return positions
}

/**
 * Returns the element nearest to a removed one: its successor, its predecessor, or the screen’s title, but never a field. If a whole part
 * was replaced, for example by an empty list, the title is returned.
 */
function nearestTo(removedElement: Element, positions: readonly FocusPosition[]): HTMLElement | null {
  const from = positions.findIndex(({ parent }) => parent.isConnected)
  const title = document.querySelector<HTMLElement>('main [data-page-title]')
  if (from < 0) return null
  if (title && positions[from]!.parent.contains(title)) return title
  const nth = Math.max(0, stopsIn(positions[from]!.child).indexOf(removedElement as HTMLElement))
  for (const { parent, child, index } of positions.slice(from)) {
    if (parent.matches('main, body')) break
    // The successor of the removed element has its index now; at outer levels, no index changed.
    const next = child.isConnected ? index + 1 : index
    for (const neighbour of [parent.children[next], parent.children[index - 1], parent]) {
      const focusableElements = neighbour ? stopsIn(neighbour).filter((stop) => stop.checkVisibility() && !stop.matches(typing)) : []
      const nextElement = focusableElements[child.isConnected ? 0 : Math.min(nth, focusableElements.length - 1)]
      if (nextElement) return nextElement
    }
  }
  return title
}

/** Moves the focus to the nearest element when the focused element is removed, for example with a row or a form. */
export function useFocusRecovery(): void {
  useEffect(() => {
    let last: { element: Element; positions: FocusPosition[] } | undefined
    let frame = 0
    const isFocusLost = () => last !== undefined && !last.element.isConnected && (document.activeElement ?? document.body) === document.body
    const focusin = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = { element: target, positions: positionsOf(target) }
    }
    // A press elsewhere moves the focus intentionally.
    const pointerdown = () => {
      last = undefined
    }
    const watch = new MutationObserver(() => {
      if (!isFocusLost()) return
      cancelAnimationFrame(frame)
      // The delay lets a table, a dialog or the next screen take the focus first.
      frame = requestAnimationFrame(() => {
        if (!last || !isFocusLost()) return
        const nextElement = nearestTo(last.element, last.positions)
        // A popup that was just opened takes the focus, and would close if the focus moved elsewhere.
        const openedElements = [...document.querySelectorAll(popups)]
        if (openedElements.length === 0 || openedElements.some((popup) => popup.contains(nextElement)))
          nextElement?.focus({ preventScroll: true })
      })
    })
    watch.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', focusin)
    document.addEventListener('pointerdown', pointerdown, { capture: true })
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', focusin)
      document.removeEventListener('pointerdown', pointerdown, { capture: true })
    }
  }, [])
}
