import { problemOf } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toast } from '../ui/Toast.tsx'

/** Confirms the deletion of an empty record. The person must type its name. */
export function DeleteDialog({
  what,
  name,
  onOpenChange,
  onDelete,
}: {
  /** The record's kind: "tower", "family". */
  what: string
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
        await onDelete().catch((error: unknown) => {
          throw new Error(problemOf(error).message)
        })
        toast.ok(`${name} deleted`)
      }}
    >
      <p>This {what} is empty, so nothing else is deleted. You can’t undo this.</p>
    </ConfirmDialog>
  )
}
