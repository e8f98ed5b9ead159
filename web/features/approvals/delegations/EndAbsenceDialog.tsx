import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Absence } from './types.ts'

export function EndAbsenceDialog({ absence: { person, delegation }, onClose }: { absence: Absence; onClose: () => void }) {
  const end = useCall('endDelegationFor', ['delegation', 'approval'])
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  if (!delegation) return null
  const { id, delegate } = delegation
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`End ${person.displayName}’s delegation to ${delegate.displayName}?`}
      confirmLabel={delegationLabels.end}
      onConfirm={async () => {
        if (reason.trim().length < 3) {
          setProblem('Enter a reason of at least 3 characters. Both people see it.')
          return false
        }
        await end.mutateAsync({ params: { id }, body: { reason: reason.trim() } }).catch((error: unknown) => {
          throw new Error(problemOf(error).message)
        })
        toast.ok('Delegation ended', { description: 'Both people have been notified.' })
      }}
    >
      <p>Both people are notified, with your name. Past decisions stay valid.</p>
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
