import { History, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'

/** Buttons for activity, edit and delete at the end of a row. A button without permission gives the reason. */
export function RowActions({
  name,
  followReason,
  editReason,
  deleteReason,
  onFollow,
  onEdit,
  onDelete,
}: {
  name: string
  followReason: string | undefined
  editReason: string | undefined
  deleteReason: string | undefined
  onFollow: () => void
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <span className="inline-flex gap-0.5">
      <IconButton size="sm" icon={History} label={`Activity of ${name}`} disabledReason={followReason} onClick={onFollow} />
      <IconButton size="sm" icon={Pencil} label={`Edit ${name}`} disabledReason={editReason} onClick={onEdit} />
      <IconButton size="sm" icon={Trash2} label={`Delete ${name}`} disabledReason={deleteReason} onClick={onDelete} />
    </span>
  )
}
