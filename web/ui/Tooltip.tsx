import { cloneElement, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

export const tooltip = (content: string, side?: TooltipSide) => ({ 'data-tooltip': content, 'data-tooltip-side': side })

interface TooltipProps {
  /** Plain text that is also available elsewhere. */
  content: string
  /** A single element that takes props, such as a button or a link. */
  children: ReactElement
  side?: TooltipSide
}

/** Shows text on hover and focus. `<Tooltip content="Copy"><button …/></Tooltip>` */
export function Tooltip({ content, children, side }: TooltipProps) {
  return cloneElement(children, tooltip(content, side))
}
