import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { count } from '../../../shared/waits.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'

/** The person must type a confirmation and needs a step-up sign-in. */
export function EndEverySessionDialog({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const end = useCall('endEverySession', ['session'])
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title="Sign everyone out?"
      confirmLabel="Sign everyone out"
      typed="everyone"
      explain={(error) => <FormProblem problem={problemOf(error)} />}
      onConfirm={async () => {
        if (reason.trim().length < 3) {
          setProblem('Enter a reason. The audit trail keeps it.')
          return false
        }
        const { ended } = await end.mutateAsync({ body: { reason: reason.trim() } })
        toast.ok(`${count(ended, 'session')} ended`)
      }}
    >
      <p>
        This signs out all users immediately and rejects their current access tokens. They can sign in again, and you stay signed in here.
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
