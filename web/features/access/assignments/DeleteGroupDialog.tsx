import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { count } from '../../../shared/waits.ts'
import { toast } from '../../../ui/Toast.tsx'
import { abilitiesText, deleteGroupLabels } from './labels.ts'
import type { AccessGroup, Account } from './types.ts'

interface DeleteGroupDialogProps {
  account: Account
  group: AccessGroup
  onOpenChange: (open: boolean) => void
}

export function DeleteGroupDialog({ account, group, onOpenChange }: DeleteGroupDialogProps) {
  const remove = useCall('deleteAccountGroup', ['account', 'accessGroup', 'accessRequest', 'approval'])
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={`Delete ${group.name}?`}
      confirmLabel={deleteGroupLabels.confirm}
      typed={group.name}
      onConfirm={async () => {
        const input = { params: { id: account.id, groupId: group.id }, headers: ifMatch(group.version) }
        await remove.mutateAsync(input)
        toast.ok(`Deleting ${group.name}`)
      }}
    >
      <p>
        {group.memberCount ? (
          <>
            <strong className="font-medium text-ink">{count(group.memberCount, 'member')}</strong> will lose this access in {account.name}:{' '}
            {abilitiesText(group)}.
          </>
        ) : (
          `This group has no known members. Its roles in ${account.name} are removed.`
        )}{' '}
        Pending requests for this group are closed.
      </p>
      <p>The directory keeps the deleted group for 30 days. You can’t reuse its name until then.</p>
    </ConfirmDialog>
  )
}
