const gap = 4
/** The minimum distance from the edge of the window, in pixels. */
const margin = 8
const minWidth = 224
const maxHeight = 320

/** Places a list below its field, or above if there is more space, as wide as the field, and always inside the visible part of the window. */
export function placeBelow(popup: HTMLElement, anchor: HTMLElement): void {
  const box = anchor.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  // A keyboard on the screen covers a part of the window.
  const top = visualViewport?.offsetTop ?? 0
  const bottom = Math.min(clientHeight, top + (visualViewport?.height ?? clientHeight))
  const width = Math.min(Math.max(box.width, minWidth), clientWidth - 2 * margin)
  popup.style.width = `${width}px`
  popup.style.left = `${Math.max(margin, Math.min(box.left, clientWidth - width - margin))}px`
  const room = { above: box.top - top - gap - margin, below: bottom - box.bottom - gap - margin }
  const isAbove = room.below < Math.min(popup.scrollHeight, maxHeight) && room.above > room.below
  popup.style.maxHeight = `${Math.min(maxHeight, isAbove ? room.above : room.below)}px`
  popup.style.top = `${isAbove ? box.top - gap - popup.offsetHeight : box.bottom + gap}px`
}
