import type { TooltipSide } from './Tooltip.tsx'

const gap = 6
/** The minimum distance from the edge of the window, in pixels. */
const margin = 8
const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/** Places a tooltip beside its element, on the other side if there is too little space, and always inside the window. */
export function placeTooltip(popup: HTMLElement, anchor: HTMLElement): void {
  const preferredSide = (anchor.dataset['tooltipSide'] ?? 'top') as TooltipSide
  const box = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popup
  const { clientWidth, clientHeight } = document.documentElement
  const room = { top: box.top, bottom: clientHeight - box.bottom, left: box.left, right: clientWidth - box.right }
  const isVertical = preferredSide === 'top' || preferredSide === 'bottom'
  const requiredSpace = (isVertical ? height : width) + gap + margin
  const side =
    room[preferredSide] < requiredSpace && room[opposite[preferredSide]] > room[preferredSide] ? opposite[preferredSide] : preferredSide
  const isBefore = side === 'top' || side === 'left'
  const left = isVertical ? box.left + (box.width - width) / 2 : isBefore ? box.left - gap - width : box.right + gap
  const top = isVertical ? (isBefore ? box.top - gap - height : box.bottom + gap) : box.top + (box.height - height) / 2
  popup.style.left = `${Math.max(margin, Math.min(left, clientWidth - width - margin))}px`
  popup.style.top = `${Math.max(margin, Math.min(top, clientHeight - height - margin))}px`
}
