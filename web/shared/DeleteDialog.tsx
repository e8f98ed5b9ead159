import { toast } from '../ui/Toast.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

export function DeleteDialog({
  subject,
  name,
  onOpenChange,
  onDelete,
}: {
  subject: string
  name: string
  onOpenChange: (open: boolean) => void
  onDelete: () => Promise<unknown>
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={`Delete ${name}?`}
      confirmLabel={`Delete ${name}`}
      typed={name}
      onConfirm={async () => {
        await onDelete()
        toast.ok(`${name} deleted`)
      }}
    >
      <p>This {subject} is empty, so nothing else is deleted. You can’t undo this.</p>
    </ConfirmDialog>
  )
}
