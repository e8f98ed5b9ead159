import { uiLabels } from '../ui/labels.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface DiscardDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onDiscard: () => unknown
}

/** Asks before unsaved input in a page is lost. Dialogs ask this themselves. */
export function DiscardDialog({ open, onOpenChange, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={uiLabels.discardTitle}
      confirmLabel={uiLabels.discard}
      tone="danger"
      onConfirm={onDiscard}
    >
      <p>Changes that you haven’t saved will be lost.</p>
    </ConfirmDialog>
  )
}
