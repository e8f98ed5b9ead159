import { cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import type { MenuItem, MenuProps, TriggerProps } from './popupTypes.ts'
import { preloadParts, useParts } from './useOnDemand.ts'

export type { MenuItem }

/**
 * A list of actions behind a button. `<Menu trigger={<IconButton icon={Ellipsis} label="More" />} items={[{ label: 'Rename', onSelect }]}
 * />`
 */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false)
  const part = useParts(wanted, () => setWanted(false))
  if (part) return <part.MenuPopup {...props} />
  return cloneElement(props.trigger as ReactElement<TriggerProps>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preloadParts,
    onFocus: preloadParts,
    onClick: () => setWanted(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setWanted(true)
    },
  })
}
