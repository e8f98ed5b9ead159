import { toast } from '../ui/Toast.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { rowActionLabels } from './rowActionLabels.ts'

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
      title={`${rowActionLabels.delete(name)}?`}
      confirmLabel={rowActionLabels.delete(name)}
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
