import { Menu as Base } from '@base-ui/react/menu'
import { ExternalLink } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { BareLink, newTabProps } from './Link.tsx'
import { uiLabels } from './labels.ts'
import type { MenuItem, MenuProps } from './popupTypes.ts'

export function MenuPopup({ trigger, items, header, align = 'end', byKeyboard }: MenuProps & { byKeyboard: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  // Base UI selects the first item only if a key opened the menu.
  useEffect(() => {
    if (!byKeyboard) return
    button.current?.focus()
    button.current?.click()
  }, [byKeyboard])
  return (
    <Base.Root modal={false} defaultOpen={!byKeyboard}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className="popup max-h-(--available-height) min-w-52 overflow-y-auto p-1 outline-none">
            {header && <div className="mb-1 border-b border-line px-2 pt-1.5 pb-2.5">{header}</div>}
            {items.map((item) => (
              <Fragment key={item.label}>
                {item.separated && <Base.Separator className="mx-1 my-1 h-px bg-line" />}
                <Entry {...item} />
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ label, icon: Glyph, href, newTab = false, onSelect, disabledReason, danger, aside }: MenuItem) {
  const style = cx('option', danger && 'text-bad')
  const content = (
    <>
      {Glyph && <Glyph size={16} aria-hidden className={danger ? undefined : 'text-ink-2'} />}
      <span className="min-w-0 flex-1">
        {label}
        {newTab && <span className="sr-only">{uiLabels.newTab}</span>}
        {disabledReason && <span className="block max-w-64 text-xs">{disabledReason}</span>}
      </span>
      {newTab && <ExternalLink size={14} aria-hidden className="text-ink-2" />}
      {aside}
    </>
  )
  if (href !== undefined && disabledReason === undefined) {
    return (
      <Base.LinkItem render={<BareLink href={href} {...(newTab && newTabProps)} />} closeOnClick className={style}>
        {content}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item disabled={disabledReason !== undefined} onClick={onSelect} className={style}>
      {content}
    </Base.Item>
  )
}
