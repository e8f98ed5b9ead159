import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { endAccessLabels } from './labels.ts'
import type { Assignment } from './types.ts'

interface EndAccessDialogProps {
  assignment: Pick<Assignment, 'id' | 'version' | 'status'> & {
    person: { displayName: string }
    group: { name: string }
    account: { name: string }
  }
  own: boolean
  onOpenChange: (open: boolean) => void
}

export function EndAccessDialog({ assignment, own, onOpenChange }: EndAccessDialogProps) {
  const { id, version, status, person, group, account } = assignment
  const end = useCall('revokeAccountAccess', ['account', 'groupAssignment', 'accessRequest'])
  const isScheduled = status === 'scheduled'
  const confirm = async () => {
    const ended = await end.mutateAsync({ params: { id }, headers: ifMatch(version) })
    if (ended.status === 'revoking') toast.ok('Revoking access', { description: 'This can take a few minutes. You can leave this page.' })
    else toast.ok(isScheduled ? 'Access cancelled' : own ? `You left ${group.name}` : `${person.displayName} removed from ${group.name}`)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={isScheduled ? `Cancel access to ${group.name}?` : own ? `Leave ${group.name}?` : `Revoke ${person.displayName}’s access?`}
      confirmLabel={isScheduled ? 'Cancel access' : own ? endAccessLabels.leave : endAccessLabels.revoke}
      onConfirm={confirm}
    >
      {isScheduled ? (
        <p>
          The access hasn’t started yet. {own ? 'You' : person.displayName} won’t be added to {group.name}.
        </p>
      ) : (
        <p>
          {own ? 'You lose' : 'They lose'} the roles of {group.name} in {account.name} immediately. {endAccessLabels.otherGroups}
        </p>
      )}
      <p>{own ? 'You can request access again.' : 'They’re notified and can request access again.'}</p>
    </ConfirmDialog>
  )
}
