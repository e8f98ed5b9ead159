import { History, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { activityOf } from './activityButtonLabel.ts'

export function RowActions({
  name,
  activityReason,
  editReason,
  deleteReason,
  onActivity,
  onEdit,
  onDelete,
}: {
  name: string
  activityReason: string | undefined
  editReason: string | undefined
  deleteReason: string | undefined
  onActivity: () => void
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <span className="inline-flex gap-0.5">
      <IconButton size="sm" icon={History} label={activityOf(name)} disabledReason={activityReason} onClick={onActivity} />
      <IconButton size="sm" icon={Pencil} label={`Edit ${name}`} disabledReason={editReason} onClick={onEdit} />
      <IconButton size="sm" icon={Trash2} label={`Delete ${name}`} disabledReason={deleteReason} onClick={onDelete} />
    </span>
  )
}
