import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Assignment } from './types.ts'

interface EndAccessDialogProps {
  assignment: Pick<Assignment, 'id' | 'version' | 'status'> & {
    person: { displayName: string }
    group: { name: string }
    account: { name: string }
  }
  /** True if a person ends their own access. */
  own: boolean
  onOpenChange: (open: boolean) => void
}

export function EndAccessDialog({ assignment, own, onOpenChange }: EndAccessDialogProps) {
  const { id, version, status, person, group, account } = assignment
  const end = useCall('revokeAccountAccess', ['account', 'groupAssignment', 'accessRequest'])
  const ahead = status === 'scheduled'
  const who = own ? 'You' : person.displayName
  const confirm = async () => {
    const ended = await end.mutateAsync({ params: { id }, headers: ifMatch(version) }).catch((error: unknown) => {
      throw new Error(problemOf(error).message)
    })
    if (ended.status === 'revoking')
      toast.ok('It is being ended', { description: 'The directory needs a moment longer; nobody has to wait.' })
    else toast.ok(ahead ? 'Nobody is let in' : `${who} ${own ? 'are' : 'is'} no longer in ${group.name}`)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={own ? `Leave ${group.name}?` : `${ahead ? 'Do not let' : 'Take'} ${person.displayName} ${ahead ? 'in' : 'out'}?`}
      confirmLabel={own ? 'End my access' : 'End the access'}
      onConfirm={confirm}
    >
      {ahead ? (
        <p>
          It has not begun, and will not: {own ? 'you are' : `${person.displayName} is`} not let into {group.name}.
        </p>
      ) : (
        <p>
          What {group.name} lets {own ? 'you' : 'them'} do in {account.name} ends at once, unless something else lets {own ? 'you' : 'them'}{' '}
          in as well.
        </p>
      )}
      <p>{own ? 'You can ask for it again.' : 'They are told, and can ask for it again.'}</p>
    </ConfirmDialog>
  )
}
