import { Menu as Base } from '@base-ui/react/menu'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icon.ts'
import { BareLink } from './Link.tsx'

export interface MenuItem {
  label: string
  icon?: Icon
  /** A link … */
  href?: string
  /** … or an action. */
  onSelect?: () => void
  disabledReason?: string | undefined
  danger?: boolean
  /** Shown at the end, such as a key. */
  aside?: ReactNode
  /** Draws a line above. */
  separated?: boolean
}

export interface MenuProps {
  trigger: ReactElement
  items: readonly MenuItem[]
  /** Shown above the items, such as the signed-in person. */
  header?: ReactNode
  align?: 'start' | 'end'
  /** Opens immediately, for a menu that is loaded on demand. */
  defaultOpen?: boolean
}

/**
 * A list of actions behind a button. `<Menu trigger={<IconButton icon={Ellipsis} label="More" />} items={[{ label: 'Rename', onSelect }]}
 * />`
 */
export function Menu({ trigger, items, header, align = 'end', defaultOpen = false }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
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

function Entry({ label, icon: Glyph, href, onSelect, disabledReason, danger, aside }: MenuItem) {
  const look = cx('option', danger && 'text-bad')
  const inside = (
    <>
      {Glyph && <Glyph size={16} aria-hidden className={danger ? undefined : 'text-ink-2'} />}
      <span className="min-w-0 flex-1">
        {label}
        {disabledReason && <span className="block max-w-64 text-xs">{disabledReason}</span>}
      </span>
      {aside}
    </>
  )
  if (href !== undefined && disabledReason === undefined) {
    return (
      <Base.LinkItem render={<BareLink href={href} />} closeOnClick className={look}>
        {inside}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item disabled={disabledReason !== undefined} onClick={onSelect} className={look}>
      {inside}
    </Base.Item>
  )
}
