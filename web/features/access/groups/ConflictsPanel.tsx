import { Plus, Split, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { conflictLabels } from './groupLabels.ts'
import type { AccessGroupDetail, Conflict } from './types.ts'

const AddConflictDialog = lazyComponent(() => import('./AddConflictDialog.tsx').then((file) => ({ default: file.AddConflictDialog })))

export function ConflictsPanel({ group }: { group: AccessGroupDetail }) {
  const [isAdding, setIsAdding] = useState(false)
  const [conflictToRemove, setConflictToRemove] = useState<Conflict>()
  return (
    <Panel
      title="Separation-of-duties rules"
      description="A member of one group who requests the other gets a warning. Approvers must comment."
      flush={group.conflicts.length > 0}
      actions={
        <Button size="sm" icon={Plus} disabledReason={reasonOf(group, 'update')} onClick={() => setIsAdding(true)}>
          {conflictLabels.add}
        </Button>
      }
    >
      {group.conflicts.length === 0 ? (
        <p className="text-ink-2">{conflictLabels.none}</p>
      ) : (
        <ul aria-label={conflictLabels.list} className="divide-y divide-line">
          {group.conflicts.map((conflict) => (
            <li key={conflict.group.id} className="flex items-start gap-3 px-4 py-3">
              <Split size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">
                  <Link variant="name" href={paths.accessGroup(conflict.group.id)}>
                    {conflict.group.name}
                  </Link>
                  {conflict.group.account.id !== group.account.id && <span className="text-ink-2"> in {conflict.group.account.name}</span>}
                </p>
                <p className="max-w-prose">{conflict.reason}</p>
                <p className="text-sm text-ink-2">
                  {conflict.addedBy && `${conflict.addedBy.displayName}, `}
                  <RelativeTime at={conflict.addedAt} />
                </p>
              </div>
              <IconButton
                icon={X}
                size="sm"
                label={conflictLabels.removeFor(conflict.group.name)}
                disabledReason={reasonOf(conflict, 'remove')}
                onClick={() => setConflictToRemove(conflict)}
              />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{isAdding && <AddConflictDialog group={group} onOpenChange={setIsAdding} />}</Suspense>
      {conflictToRemove && <RemoveConflict group={group} conflict={conflictToRemove} onClose={() => setConflictToRemove(undefined)} />}
    </Panel>
  )
}

function RemoveConflict({ group, conflict, onClose }: { group: AccessGroupDetail; conflict: Conflict; onClose: () => void }) {
  const remove = useCall('removeGroupConflict', ['accessGroup'])
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove this rule?"
      confirmLabel={conflictLabels.remove}
      tone="danger"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: group.id, otherId: conflict.group.id } })
        toast.ok('Rule removed')
      }}
    >
      <p>
        People can be in {group.name} and {conflict.group.name} without a warning. Reason for the rule: “{conflict.reason}”
      </p>
    </ConfirmDialog>
  )
}
