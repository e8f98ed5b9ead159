import { useState } from 'react'
import type { DialogProps } from './popupTypes.ts'
import { useParts } from './useOnDemand.ts'

export type { DialogProps }

/** A modal dialog; it traps the focus and returns it when it closes. */
export function Dialog(props: DialogProps) {
  const part = useModal(props)
  return part && <part.ModalDialog {...props} />
}

/** A panel for details beside the current page, with the behaviour of a dialog. */
export function Drawer(props: DialogProps) {
  const part = useModal(props)
  return part && <part.ModalDrawer {...props} />
}

function useModal({ open, onOpenChange }: DialogProps) {
  // A closed dialog stays while it fades out.
  const [hasOpened, setHasOpened] = useState(open)
  if (open && !hasOpened) setHasOpened(true)
  return useParts(hasOpened, () => {
    setHasOpened(false)
    onOpenChange(false)
  })
}
