import { History, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { rowActionLabels } from './rowActionLabels.ts'

/** Actions that a person can never use aren’t shown. If only the record prevents a deletion, the button shows the reason. */
export function RowActions({
  name,
  hasActivity,
  canChange,
  deleteReason,
  onActivity,
  onEdit,
  onDelete,
}: {
  name: string
  hasActivity: boolean
  canChange: boolean
  deleteReason: string | undefined
  onActivity: () => void
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <span className="inline-flex gap-0.5">
      {hasActivity && <IconButton size="sm" icon={History} label={rowActionLabels.activity(name)} onClick={onActivity} />}
      {canChange && (
        <>
          <IconButton size="sm" icon={Pencil} label={rowActionLabels.edit(name)} onClick={onEdit} />
          <IconButton size="sm" icon={Trash2} label={rowActionLabels.delete(name)} disabledReason={deleteReason} onClick={onDelete} />
        </>
      )}
    </span>
  )
}
