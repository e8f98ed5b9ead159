import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react'
import type { Icon } from './icon.ts'
import type { TriggerProps } from './Popover.tsx'
import { preloadParts, useParts } from './useOnDemand.ts'

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
}

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
