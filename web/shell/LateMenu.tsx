import { cloneElement, type ReactElement, Suspense, useState } from 'react'
import { late } from '../ui/late.tsx'
import type { MenuProps } from '../ui/Menu.tsx'
import { partMissing } from '../ui/missingPart.ts'

const load = () => import('../ui/Menu.tsx').then(({ Menu }) => ({ default: Menu }))
const Menu = late(load)

interface TriggerProps {
  'aria-haspopup'?: 'menu'
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
}

/** A menu of the frame, loaded when the pointer is over its button, so that the first visit stays small. */
export function LateMenu(props: MenuProps & { trigger: ReactElement<TriggerProps> }) {
  const [asked, setAsked] = useState(false)
  const come = () => void load().catch(() => {})
  if (asked) {
    return (
      <Suspense fallback={props.trigger}>
        <Menu {...props} defaultOpen />
      </Suspense>
    )
  }
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    onClick: () => void load().then(() => setAsked(true), partMissing),
    onPointerEnter: come,
    onFocus: come,
  })
}
