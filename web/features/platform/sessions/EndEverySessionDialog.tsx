import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { useReason } from '../../../shared/useReason.ts'
import { count } from '../../../shared/waits.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'

export function EndEverySessionDialog({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const end = useCall('endAllSessions', ['session'])
  const reason = useReason('Enter a reason. The audit trail keeps it.')
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
        const text = reason.read()
        if (!text) return false
        const { ended } = await end.mutateAsync({ body: { reason: text } })
        toast.ok(`${count(ended, 'session')} ended`)
      }}
    >
      <p>
        This signs out all users immediately and rejects their current access tokens. They can sign in again, and you stay signed in here.
      </p>
      <TextField {...reason.field} maxLength={300} />
    </ConfirmDialog>
  )
}
