import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
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
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={session ? `Sign ${person.displayName} out of this session?` : `Sign ${person.displayName} out everywhere?`}
      confirmLabel="Sign out"
      onConfirm={async () => {
        if (reason.trim().length < 3) {
          setProblem('Enter a reason. The audit trail keeps it.')
          return false
        }
        const body = { reason: reason.trim(), ...(session ? { sessionId: session.id } : {}) }
        const { ended } = await end.mutateAsync({ params: { id: person.id }, body }).catch((error: unknown) => {
          throw new Error(problemOf(error).message)
        })
        toast.ok(`${person.displayName}: ${count(ended, 'session')} ended`)
      }}
    >
      <p>
        The sign-out takes effect immediately{session ? '' : ' and rejects current access tokens'}. To prevent a new sign-in, disable the
        person in the directory.
      </p>
      <TextField
        label="Reason"
        name="reason"
        maxLength={300}
        value={reason}
        error={problem}
        onChange={({ target }) => {
          setReason(target.value)
          setProblem(undefined)
        }}
      />
    </ConfirmDialog>
  )
}
