import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { AccessGroup, Account } from './types.ts'
import { whatItLets } from './words.ts'

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
      confirmLabel="Delete the group"
      typed={group.name}
      onConfirm={async () => {
        const input = { params: { id: account.id, groupId: group.id }, headers: ifMatch(group.version) }
        await remove.mutateAsync(input).catch((error: unknown) => {
          throw new Error(problemOf(error).message)
        })
        toast.ok(`${group.name} is being deleted`)
      }}
    >
      <p>
        {group.memberCount ? (
          <>
            <strong className="font-medium text-ink">{count(group.memberCount, 'person', 'people')}</strong> can no longer do this in{' '}
            {account.name}: {whatItLets(group)}.
          </>
        ) : (
          `Nobody is known to be in it. Its roles in ${account.name} go.`
        )}{' '}
        Requests for it are closed.
      </p>
      <p>The directory keeps the group for 30 days; until then its name cannot be used again.</p>
    </ConfirmDialog>
  )
}
