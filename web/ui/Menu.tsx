import { cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import type { MenuItem, MenuProps, TriggerProps } from './popupTypes.ts'
import { preloadOverlayModule, useOverlayModule } from './useOverlayModule.ts'

export type { MenuItem }

/**
 * The items are actions or links. `<Menu trigger={<IconButton icon={Ellipsis} label="More" />} items={[{ label: 'Rename', onSelect }]} />`
 */
export function Menu(props: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard'>()
  const part = useOverlayModule(openedBy !== undefined, () => setOpenedBy(undefined))
  if (part) return <part.MenuPopup {...props} byKeyboard={openedBy === 'keyboard'} />
  return cloneElement(props.trigger as ReactElement<TriggerProps>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preloadOverlayModule,
    onFocus: preloadOverlayModule,
    // If people move the focus while the menu loads, the menu doesn't open.
    onBlur: () => setOpenedBy(undefined),
    // A key that activates a button must not count as a click.
    onClick: ({ detail }) => setOpenedBy(detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setOpenedBy('keyboard')
    },
  })
}
