import { History, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { isAllowed, reasonOf } from './reasonOf.ts'
import { rowActionLabels } from './rowActionLabels.ts'

export function RowActions({
  row,
  onActivity,
  onEdit,
  onDelete,
}: {
  row: { name: string; can: Record<string, true | string> }
  onActivity: () => void
  onEdit: () => void
  onDelete: () => void
}) {
  const { name } = row
  return (
    <span className="inline-flex gap-0.5">
      {isAllowed(row, 'follow') && <IconButton size="sm" icon={History} label={rowActionLabels.activity(name)} onClick={onActivity} />}
      {isAllowed(row, 'update') && (
        <>
          <IconButton size="sm" icon={Pencil} label={rowActionLabels.edit(name)} onClick={onEdit} />
          <IconButton
            size="sm"
            icon={Trash2}
            label={rowActionLabels.delete(name)}
            disabledReason={reasonOf(row, 'delete')}
            onClick={onDelete}
          />
        </>
      )}
    </span>
  )
}
