import { useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { useReason } from '../../../shared/useReason.ts'
import { count } from '../../../shared/waits.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Session } from './types.ts'

export function EndSessionsDialog({
  person,
  session,
  onOpenChange,
}: {
  person: { id: string; displayName: string }
  session?: Session | undefined
  onOpenChange: (open: boolean) => void
}) {
  const end = useCall('endUserSessions', ['session'])
  const reason = useReason('Enter a reason. The audit trail keeps it.')
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={session ? `Sign ${person.displayName} out of this session?` : `Sign ${person.displayName} out everywhere?`}
      confirmLabel="Sign out"
      onConfirm={async () => {
        const text = reason.read()
        if (!text) return false
        const body = { reason: text, ...(session ? { sessionId: session.id } : {}) }
        const { ended } = await end.mutateAsync({ params: { id: person.id }, body })
        toast.ok(`${person.displayName}: ${count(ended, 'session')} ended`)
      }}
    >
      <p>
        The sign-out takes effect immediately{session ? '' : ' and rejects current access tokens'}. To prevent a new sign-in, disable the
        person in the directory.
      </p>
      <TextField {...reason.field} maxLength={300} />
    </ConfirmDialog>
  )
}
