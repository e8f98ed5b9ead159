import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export interface TooltipProps {
  /** Plain text that is available elsewhere too. */
  content: ReactNode
  /** A single element that takes a ref and props (a button, a link). */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** Text on hover and focus. `<Tooltip content="Copy"><button …/></Tooltip>` */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} closeOnClick={false} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="popup max-w-72 border-ink! bg-ink! px-2 py-1 text-xs text-surface">{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
