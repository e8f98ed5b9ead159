import { useState } from 'react'
import type { DialogProps } from './popupTypes.ts'
import { useOverlayModule } from './useOverlayModule.ts'

export type { DialogProps }

/** The dialog traps the focus and returns it when it closes. */
export function Dialog(props: DialogProps) {
  const part = useModal(props)
  return part && <part.ModalDialog {...props} />
}

export function Drawer(props: DialogProps) {
  const part = useModal(props)
  return part && <part.ModalDrawer {...props} />
}

function useModal({ open, onOpenChange }: DialogProps) {
  // A closed dialog stays rendered while it fades out.
  const [hasOpened, setHasOpened] = useState(open)
  if (open && !hasOpened) setHasOpened(true)
  return useOverlayModule(hasOpened, () => {
    setHasOpened(false)
    onOpenChange(false)
  })
}
