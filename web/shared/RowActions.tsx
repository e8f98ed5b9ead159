import { History, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { rowActionLabels } from './rowActionLabels.ts'

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
      <IconButton size="sm" icon={History} label={rowActionLabels.activity(name)} disabledReason={activityReason} onClick={onActivity} />
      <IconButton size="sm" icon={Pencil} label={rowActionLabels.edit(name)} disabledReason={editReason} onClick={onEdit} />
      <IconButton size="sm" icon={Trash2} label={rowActionLabels.delete(name)} disabledReason={deleteReason} onClick={onDelete} />
    </span>
  )
}
