import { useEffect } from 'react'

const control = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]'
/** What Tab would stop at, in order. */
const stopsIn = (part: Element) => [part, ...part.querySelectorAll(control)].filter(isStop)
const isStop = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(control) && element.tabIndex >= 0 && !element.matches(':disabled')

/** Controls in which a key writes or chooses: keys that are meant for the screen must never land there unasked. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'

const popups = ':is([role=menu], [role=dialog])[data-open]:not([data-type])'

/** Where something stood: what held it, and as which child. */
interface Place {
  parent: Element
  child: Element
  index: number
}

function placesOf(element: Element): Place[] {
  const places: Place[] = []
  for (let child = element; child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, child, index: [...child.parentElement.children].indexOf(child) })
  return places
}

/**
 * What is nearest to something that is gone: what moved up to its place, what stood before it, else the title of the screen.
 * It is never a field. Where a whole part of the screen gave way to another, as an empty list does, it is the title.
 */
function heirOf(gone: Element, places: readonly Place[]): HTMLElement | null {
  const from = places.findIndex(({ parent }) => parent.isConnected)
  const title = document.querySelector<HTMLElement>('main [data-page-title]')
  if (from < 0) return null
  if (title && places[from]!.parent.contains(title)) return title
  const nth = Math.max(0, stopsIn(places[from]!.child).indexOf(gone as HTMLElement))
  for (const { parent, child, index } of places.slice(from)) {
    if (parent.matches('main, body')) break
    // Where it was taken out the next one has moved up; further out everything is where it was.
    const next = child.isConnected ? index + 1 : index
    for (const near of [parent.children[next], parent.children[index - 1], parent]) {
      const stops = near ? stopsIn(near).filter((stop) => stop.checkVisibility() && !stop.matches(typing)) : []
      const heir = stops[child.isConnected ? 0 : Math.min(nth, stops.length - 1)]
      if (heir) return heir
    }
  }
  return title
}

/** The focus is never lost: when what has it goes away (a row that is removed, a form that closes), the nearest that is left takes it. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: { element: Element; places: Place[] } | undefined
    let frame = 0
    const lost = () => last !== undefined && !last.element.isConnected && (document.activeElement ?? document.body) === document.body
    const focusin = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = { element: target, places: placesOf(target) }
    }
    // Whoever leaves by a press somewhere else has not lost it.
    const pointerdown = () => {
      last = undefined
    }
    const watch = new MutationObserver(() => {
      if (!lost()) return
      cancelAnimationFrame(frame)
      // A moment later: a table, a dialog or the next screen may take it by itself.
      frame = requestAnimationFrame(() => {
        if (!last || !lost()) return
        const heir = heirOf(last.element, last.places)
        // What has just opened takes it by itself, and would close if it went elsewhere.
        const opened = [...document.querySelectorAll(popups)]
        if (opened.length === 0 || opened.some((popup) => popup.contains(heir))) heir?.focus({ preventScroll: true })
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
