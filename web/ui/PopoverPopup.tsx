import { Popover as Base } from '@base-ui/react/popover'
import type { PopoverProps } from './popupTypes.ts'

export function PopoverPopup({ trigger, title, hideTitle, children, side = 'bottom', align = 'start', open, onOpenChange }: PopoverProps) {
  return (
    <Base.Root open={open} defaultOpen onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="popup max-h-(--available-height) max-w-(--available-width) min-w-48 overflow-y-auto p-3 outline-none">
            <Base.Title className={hideTitle ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
