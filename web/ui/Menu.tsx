import { cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import type { MenuItem, MenuProps, TriggerProps } from './popupTypes.ts'
import { preloadParts, useParts } from './useOnDemand.ts'

export type { MenuItem }

/**
 * A list of actions behind a button. `<Menu trigger={<IconButton icon={Ellipsis} label="More" />} items={[{ label: 'Rename', onSelect }]}
 * />`
 */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState<'pointer' | 'keyboard'>()
  const part = useParts(wanted !== undefined, () => setWanted(undefined))
  if (part) return <part.MenuPopup {...props} byKeyboard={wanted === 'keyboard'} />
  return cloneElement(props.trigger as ReactElement<TriggerProps>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preloadParts,
    onFocus: preloadParts,
    // People who moved on while it loads keep their focus.
    onBlur: () => setWanted(undefined),
    // A key that clicks a button counts as no click.
    onClick: ({ detail }) => setWanted(detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setWanted('keyboard')
    },
  })
}
