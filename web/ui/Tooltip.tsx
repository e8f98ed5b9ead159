import { cloneElement, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

/** The attributes that `TooltipLayer` reads, for elements that take props. */
export const tooltip = (content: string, side?: TooltipSide) => ({ 'data-tooltip': content, 'data-tooltip-side': side })

export interface TooltipProps {
  /** Plain text that is available elsewhere too. */
  content: string
  /** A single element that takes props (a button, a link). */
  children: ReactElement
  side?: TooltipSide
}

/** Text on hover and focus. `<Tooltip content="Copy"><button …/></Tooltip>` */
export function Tooltip({ content, children, side }: TooltipProps) {
  return cloneElement(children, tooltip(content, side))
}
