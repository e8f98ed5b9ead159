import { cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import type { MenuItem, MenuProps, TriggerProps } from './popupTypes.ts'
import { preloadParts, useParts } from './useOnDemand.ts'

export type { MenuItem }

/**
 * A list of actions behind a button. `<Menu trigger={<IconButton icon={Ellipsis} label="More" />} items={[{ label: 'Rename', onSelect }]}
 * />`
 */
export function Menu(props: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard'>()
  const part = useParts(openedBy !== undefined, () => setOpenedBy(undefined))
  if (part) return <part.MenuPopup {...props} byKeyboard={openedBy === 'keyboard'} />
  return cloneElement(props.trigger as ReactElement<TriggerProps>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preloadParts,
    onFocus: preloadParts,
    // If people have moved the focus while the menu loads, the focus stays there.
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
