import { useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { reasonField } from '../../../shared/formLabels.ts'
import { useReason } from '../../../shared/useReason.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Absence } from './types.ts'

export function EndAbsenceDialog({ absence: { person, delegation }, onClose }: { absence: Absence; onClose: () => void }) {
  const end = useCall('endDelegationFor', ['delegation', 'approval'])
  const reason = useReason(`${reasonField.tooShort(3)} Both people see it.`)
  if (!delegation) return null
  const { id, delegate } = delegation
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`End ${person.displayName}’s delegation to ${delegate.displayName}?`}
      confirmLabel={delegationLabels.end}
      onConfirm={async () => {
        const text = reason.read()
        if (!text) return false
        await end.mutateAsync({ params: { id }, body: { reason: text } })
        toast.ok('Delegation ended', { description: 'Both people have been notified.' })
      }}
    >
      <p>Both people are notified, with your name. Past decisions stay valid.</p>
      <TextField {...reason.field} maxLength={300} />
    </ConfirmDialog>
  )
}
